import { type CsvRow, readCsvRows } from '../csv/csv-rows.ts'
import { decodeCsv } from '../csv/csv-text.ts'
import { type ImportHeader, readHeader } from '../csv/import-header.ts'
import type { ImportKind } from '../csv/import-kinds.ts'
import { OperatorError } from '../../../errors.ts'
import { type BadRow, type ImportedRow, readRow } from '../csv/import-row.ts'
import {
  findKnownIds,
  removeRepeated,
  removeTaken,
  type Staging,
  stageRows,
  yieldToRequests,
} from './staging-store.ts'

export interface StagedFile {
  readonly header: ImportHeader
  /** The number of rows, good and bad. */
  readonly rows: number
  readonly bad: number
}

/** Checks every row of a CSV file and stages the good ones. Throws `OperatorError` when the whole file is unusable. */
export async function stageFile(
  staging: Staging,
  bytes: AsyncIterable<Uint8Array>,
  onBadRow: (row: BadRow) => void,
): Promise<StagedFile> {
  const csvRows = readCsvRows(decodeCsv(bytes))
  const header = await readFirstRow(csvRows, staging.kind)
  const known = await findKnownIds(staging)
  let rows = 0
  let bad = 0
  const report = (found: readonly BadRow[]) => {
    bad += found.length
    for (const row of found.toSorted((one, other) => one.line - other.line)) onBadRow(row)
  }
  for await (const batch of splitIntoBatches(csvRows)) {
    rows += batch.length
    const read = batch.map((row) => readRow(row, header, staging.kind.key.column.name, known))
    const repeated = await stageRows(staging, read.filter(isGood))
    report([...read.filter(isBad), ...repeated])
    await yieldToRequests()
  }
  if (rows === 0) throw new OperatorError('The file has no rows below its first line.')
  for (const { column } of header.columns) {
    if (!column.unique) continue
    // The decision checks this again. Here the row is reported together with the other bad rows.
    const taken = await removeTaken(staging, column)
    report([...taken, ...(await removeRepeated(staging, column))])
  }
  return { header, rows, bad }
}

async function readFirstRow(rows: AsyncGenerator<CsvRow>, kind: ImportKind): Promise<ImportHeader> {
  const first = await rows.next()
  if (first.done) throw new OperatorError('The file is empty.')
  return readHeader(first.value, kind)
}

function isGood(row: ImportedRow | BadRow): row is ImportedRow {
  return 'data' in row
}

function isBad(row: ImportedRow | BadRow): row is BadRow {
  return 'reason' in row
}

/** A batch is small, because requests wait for the embedded database until it is done. */
const BATCH_ROWS = 500

async function* splitIntoBatches(rows: AsyncIterable<CsvRow>): AsyncGenerator<CsvRow[]> {
  let batch: CsvRow[] = []
  for await (const row of rows) {
    batch.push(row)
    if (batch.length < BATCH_ROWS) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

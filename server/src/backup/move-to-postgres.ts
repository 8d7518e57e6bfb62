import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Db, Tx } from '../db/client.ts'
import { continueOrderNumbers, readLastOrderNumber } from '../db/epoch.ts'
import { openDatabase } from '../db/open-database.ts'
import { findOutage } from '../db/unavailable.ts'
import { OperatorError } from '../errors.ts'
import type { Deps } from '../deps.ts'
import {
  type BadPhoto,
  type VerifiedPhotos,
  requireSomePhoto,
  type VerifyProgress,
  verifyPhotos,
} from '../photos/verify-photos.ts'
import { loadRows, requireNoRows, type RowProgress, type TableRows } from './load-rows.ts'
import { requireOwnMigrations } from './migrations.ts'
import { countRows, readRows, setUtc } from './rows-store.ts'
import { listMovedTables } from './tables-store.ts'

/** What a move has done so far: rows that are copied, a table that is compared, or photos that are read. */
type MoveProgress =
  | RowProgress
  | { readonly comparedTable: string; readonly rows: number }
  | VerifyProgress
  | BadPhoto
type Report = (progress: MoveProgress) => void

/** The embedded database and its photos. */
interface Source {
  readonly dataDir: string
  readonly photoStore: Deps['photoStore']
  /** The operator says that it is the right folder even when it has no photo. */
  readonly isAllLost: boolean
}

/**
 * Copies every row of the embedded database into an empty PostgreSQL database, and compares both. The photos stay in
 * `dataDir`, where a server with DATABASE_URL expects them; each is read and compared with its hash. The embedded
 * database stays as it is. Throws `OperatorError` or an outage; then PostgreSQL is as empty as it was, unless the message
 * says that it has rows, or the connection was lost during their commit.
 */
export async function moveToPostgres(
  { dataDir, photoStore, isAllLost }: Source,
  url: string,
  report: Report,
): Promise<VerifiedPhotos> {
  const source = await openDatabase({ dataDir, databaseUrl: undefined })
  try {
    if (!isAllLost) await requireSomePhoto({ db: source.db, photoStore }, join(dataDir, 'photos'))
    const target = await openDatabase({ dataDir, databaseUrl: url })
    try {
      for (const { db } of [source, target]) await requireOwnMigrations(db)
      await requireNoRows(target.db)
      const copied = await source.db.transaction((tx) => copyRows(tx, target.db, report))
      try {
        await compareRows(target.db, copied, report)
        return await verifyPhotos({ db: target.db, photoStore }, report)
      } catch (error) {
        throw toCheckFailure(error)
      }
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

interface CopiedTable {
  readonly name: string
  readonly rows: number
  /** Of the rows in the embedded database, as {@link withSum} computes it. */
  readonly sum: bigint
}

async function copyRows(source: Tx, target: Db, report: Report): Promise<readonly CopiedTable[]> {
  await setUtc(source)
  const sums = new Map<string, bigint>()
  const tables: TableRows[] = []
  for (const name of listMovedTables())
    tables.push({
      name,
      rows: await countRows(source, name),
      read: () => withSum(readRows(source, name), (sum) => sums.set(name, sum)),
    })
  const lastOrder = await readLastOrderNumber(source)
  await loadRows(target, tables, report, (tx) => continueOrderNumbers(tx, lastOrder))
  return tables.map(({ name, rows }) => ({ name, rows, sum: sums.get(name) ?? 0n }))
}

async function compareRows(
  target: Db,
  copied: readonly CopiedTable[],
  report: Report,
): Promise<void> {
  await target.transaction(async (tx) => {
    await setUtc(tx)
    for (const { name, rows, sum } of copied) {
      let found = 0n
      for await (const _page of withSum(readRows(tx, name), (one) => (found = one)));
      if (found !== sum)
        throw new OtherRows(`${name} has other rows in PostgreSQL. Delete that database.`)
      report({ comparedTable: name, rows })
    }
  })
}

class OtherRows extends OperatorError {}

/** PostgreSQL has the rows by now, so a second run would refuse it, whatever the failure itself advises. */
function toCheckFailure(error: unknown): unknown {
  if (error instanceof OtherRows) return error
  const reason = findOutage(error) ?? (error instanceof OperatorError ? error.message : undefined)
  if (reason === undefined) return error
  return new OperatorError(
    `PostgreSQL has the rows, but they could not all be checked (${reason}). Delete that database, and run the command again.`,
    { cause: error },
  )
}

/** Sums the hashes of the rows: databases sort texts in different ways, and the order does not matter here. */
async function* withSum(
  pages: AsyncIterable<readonly string[]>,
  onSum: (sum: bigint) => void,
): AsyncGenerator<readonly string[]> {
  let sum = 0n
  for await (const rows of pages) {
    for (const row of rows) sum += BigInt(`0x${createHash('sha256').update(row).digest('hex')}`)
    yield rows
  }
  onSum(sum)
}

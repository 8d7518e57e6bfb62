import type { CsvRow } from './csv-rows.ts'
import type { ImportColumn, ImportKind } from './import-kinds.ts'
import { OperatorError } from '../../../errors.ts'

export interface ImportHeader {
  /** The number of cells that a row must have. */
  readonly width: number
  /** The position of each known column in a row. */
  readonly columns: readonly { readonly at: number; readonly column: ImportColumn }[]
  /** The unknown columns of the file. */
  readonly ignored: readonly string[]
}

/** Matches the first row of a file with the columns of its kind. Throws `OperatorError`. */
export function readHeader(row: CsvRow, kind: ImportKind): ImportHeader {
  const names = row.values.map((name) => name.trim())
  const found = names.map((name) => kind.columns.find((column) => isNamed(column, name)))
  const missing = kind.columns.filter((column) => column.required && !found.includes(column))
  if (missing.length > 0) throw new OperatorError(describeMissing(missing, names))
  for (const column of kind.columns) refuseTwice(column, names)
  return {
    width: names.length,
    columns: found.flatMap((column, at) => (column ? [{ at, column }] : [])),
    ignored: names.filter((name, at) => name !== '' && !found[at]),
  }
}

/** Spreadsheets write `Member Name`, offices write `ProductID`. */
function isNamed(column: ImportColumn, name: string): boolean {
  return column.names.some((known) => normaliseName(known) === normaliseName(name))
}

function normaliseName(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_-]+/g, '')
}

function describeMissing(missing: readonly ImportColumn[], names: readonly string[]): string {
  const list = missing.map(({ names: known }) => known.join(' or ')).join(', ')
  const [only = ''] = names
  if (names.length === 1 && /[;\t]/.test(only)) {
    return 'The columns are separated by semicolons or tabs; save the file with commas between them.'
  }
  const columns = missing.length === 1 ? 'the column' : 'the columns'
  return `The first line must name ${columns} ${list}; it names ${names.join(', ')}.`
}

function refuseTwice(column: ImportColumn, names: readonly string[]): void {
  const [first, second] = names.filter((name) => isNamed(column, name))
  if (second === undefined) return
  throw new OperatorError(
    first === second
      ? `The column ${first} appears twice.`
      : `The columns ${first} and ${second} mean the same; keep one of them.`,
  )
}

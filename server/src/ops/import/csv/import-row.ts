import { shorten } from '@veni/domain/deal/fit-record'
import * as v from 'valibot'
import type { CsvRow } from './csv-rows.ts'
import type { ImportHeader } from './import-header.ts'

/** A good row: JSON values by the database's column names. */
export interface ImportedRow {
  readonly line: number
  readonly key: string
  readonly data: Readonly<Record<string, JsonValue>>
}
type JsonValue = string | number | boolean | null

export interface BadRow {
  readonly line: number
  readonly reason: string
}

/** The ids that exist, by the database's name of the column that refers to them. */
export type KnownIds = ReadonlyMap<string, ReadonlySet<unknown>>

/**
 * @param keyName the database's name of the column that identifies a record
 */
export function readRow(row: CsvRow, header: ImportHeader, keyName: string, known: KnownIds) {
  if (row.values.length !== header.width) return describeWidth(row, header)
  const data: Record<string, JsonValue> = {}
  const reasons: string[] = []
  for (const { at, column } of header.columns) {
    const cell = (row.values[at] ?? '').trim()
    const result = v.safeParse(column.field, cell)
    const name = column.column.name
    if (!result.success)
      reasons.push(describeReason(column.names[0], cell, result.issues[0].message))
    else data[name] = result.output
    if (result.success && refersToNothing(known, name, result.output)) {
      reasons.push(`${column.refersTo?.noun ?? name} ${cell} does not exist`)
    }
  }
  if (reasons.length > 0) return { line: row.line, reason: reasons.join('; ') }
  return { line: row.line, key: String(data[keyName]), data }
}

function refersToNothing(known: KnownIds, name: string, value: JsonValue): boolean {
  const ids = known.get(name)
  return ids !== undefined && value !== null && !ids.has(value)
}

function describeWidth({ line, values }: CsvRow, { width }: ImportHeader): BadRow {
  const hint = values.length > width ? ' (a value with a comma needs quotes)' : ''
  return { line, reason: `has ${values.length} values instead of ${width}${hint}` }
}

function describeReason(name: string, cell: string, problem: string): string {
  const shown = shorten(cell, 61)
  return cell === '' ? `${name} ${problem}` : `${name} "${shown}" ${problem}`
}

import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'

export interface TablesFile {
  /** @param rows the next ones of the table; no row for an empty table. All rows of a table come one after another */
  add(table: string, rows: readonly object[]): void
  /** Resolves when everything is written. Rejects when something was not. */
  end(): Promise<void>
}

/**
 * Writes a new file of JSON, `{ "TABLE": [ROW, …], … }`, for its owner only and without all rows in memory.
 * Rejects when the file cannot be created.
 */
export async function createTablesFile(path: string): Promise<TablesFile> {
  const stream = createWriteStream(path, { mode: 0o600, flags: 'wx' })
  await once(stream, 'open')
  const written = finished(stream)
  // The caller learns of it at the end.
  written.catch(() => {})
  let current: string | undefined
  let isFirstRow = true
  return {
    add(table, rows) {
      if (table !== current) {
        stream.write(`${current === undefined ? '{' : '\n  ],'}\n  ${JSON.stringify(table)}: [`)
        isFirstRow = true
      }
      current = table
      for (const row of rows) {
        stream.write(`${isFirstRow ? '' : ','}\n${JSON.stringify(row, undefined, 2)}`)
        isFirstRow = false
      }
    },
    end() {
      stream.end(current === undefined ? '{}\n' : '\n  ]\n}\n')
      return written
    },
  }
}

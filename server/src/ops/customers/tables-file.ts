import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'

export interface TablesFile {
  /** @param rows the next ones of the table; none if the table is empty. The calls for one table must follow each other */
  add(table: string, rows: readonly object[]): void
  /** Resolves when everything is written. Rejects when something was not. */
  end(): Promise<void>
}

/**
 * Writes a new JSON file, `{ "TABLE": [ROW, …], … }`, that only its owner can read. It stores no rows in memory.
 * Rejects when the file cannot be created.
 */
export async function createTablesFile(path: string): Promise<TablesFile> {
  const stream = createWriteStream(path, { mode: 0o600, flags: 'wx' })
  await once(stream, 'open')
  const written = finished(stream)
  // `end` rejects with the error. Without this, Node would end the process before.
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

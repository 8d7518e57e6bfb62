import { OperatorError } from '../../../errors.ts'

/** Without a limit, a quote that never closes would read a large file into one row. */
const MOST_CHARACTERS = 100_000

/**
 * Passes a CSV text on, and throws `OperatorError` before a row is too long. The limit of csv-parse counts only the
 * characters of values: 60 MB of commas are a row of 60 million empty values for it.
 * @param text with `\n` as the only line ending
 */
export async function* refuseLongRows(text: AsyncIterable<string>): AsyncGenerator<string> {
  let line = 1
  const row = { line, characters: 0, isQuoted: false }
  for await (const piece of text) {
    for (const part of piece.split(/(?<=\n)/u)) {
      row.characters += part.length
      // A quote inside of a quoted value is written twice.
      if (countQuotes(part) % 2 === 1) row.isQuoted = !row.isQuoted
      if (row.characters > MOST_CHARACTERS) throw new OperatorError(describe(row))
      if (!part.endsWith('\n')) continue
      line += 1
      if (!row.isQuoted) Object.assign(row, { line, characters: 0 })
    }
    yield piece
  }
}

function countQuotes(part: string): number {
  let count = 0
  for (let at = part.indexOf('"'); at >= 0; at = part.indexOf('"', at + 1)) count += 1
  return count
}

function describe(row: { readonly line: number; readonly isQuoted: boolean }): string {
  return row.isQuoted
    ? `A quote that opens on line ${row.line} or soon after is never closed.`
    : `The row on line ${row.line} is longer than ${MOST_CHARACTERS.toLocaleString('en-US')} characters.`
}

import { Readable, pipeline } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { OperatorError } from '../../../errors.ts'
import { refuseLongRows } from './long-rows.ts'

export interface CsvRow {
  /** Line of the file on which the row starts, from 1. A quoted value can have several lines. */
  readonly line: number
  readonly values: readonly string[]
}

/**
 * Reads the rows of a CSV text, with the header and without blank rows, one row in memory at a time. Throws
 * `OperatorError` when quotes do not match, or a row is too long.
 * @param text with `\n` as the only line ending, because csv-parse counts a quoted CRLF as two lines
 */
export async function* readCsvRows(text: AsyncIterable<string>): AsyncGenerator<CsvRow> {
  let linesRead = 0
  const parser = parse({
    record_delimiter: '\n',
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    info: true,
    // The parser reads ahead, and loses the rows in advance when it fails.
    on_record: (values: string[], { lines }) => {
      linesRead = lines
      return values
    },
  })
  // The parser receives every error of the pipeline and throws it below.
  pipeline(Readable.from(refuseLongRows(text)), parser, () => undefined)
  try {
    for await (const { record, info } of parser as AsyncIterable<ParsedRow>) {
      const line = info.lines - countNewlines(record)
      refuseManyColumns(line, record.length)
      yield { line, values: record }
    }
  } catch (error) {
    throw error instanceof CsvError ? toRefusal(error, linesRead + 1) : error
  }
}

/** The files of the office have twenty columns. Each column costs time, above all in the first line. */
const MOST_COLUMNS = 1_000

function refuseManyColumns(line: number, columns: number): void {
  if (columns <= MOST_COLUMNS) return
  throw new OperatorError(
    `The row on line ${line} has ${columns} columns, and at most ${MOST_COLUMNS} can be read; delete the empty ones.`,
  )
}

interface ParsedRow {
  record: string[]
  /** `lines`: the line on which the row ends. */
  info: { lines: number }
}

function countNewlines(values: readonly string[]): number {
  return values.reduce((sum, value) => sum + value.split('\n').length - 1, 0)
}

/**
 * @param line the line after the last complete row; the parser's own count goes on to the end of the file
 */
function toRefusal(error: CsvError, line: number): OperatorError {
  const options = { cause: error }
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') {
    return new OperatorError(
      `A quote that opens on line ${line} or soon after is never closed.`,
      options,
    )
  }
  return new OperatorError(
    `The quotes of the row on line ${line} do not match; a quote inside a quoted value is written twice.`,
    options,
  )
}

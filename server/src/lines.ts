import { OperatorError } from './errors.ts'

const LINE_FEED = 10
/** The largest line of Veni has a photo of 5 MB as base64. */
const MOST_BYTES = 128 * 1024 * 1024

/**
 * Splits UTF-8 text at `\n` only. `node:readline` is not for JSON lines: it also splits at `\r`, and since Node 24 at
 * U+2028 and U+2029, which JSON leaves as they are in a text. A `\n` at the end of the text begins no new line.
 * Throws `OperatorError` for a line of more than `most` bytes, before it is read as a whole.
 * @param source what the text is, for the error
 */
export async function* splitLines(
  bytes: AsyncIterable<Uint8Array>,
  source: string,
  most = MOST_BYTES,
): AsyncGenerator<string> {
  let begun: Uint8Array[] = []
  let size = 0
  let number = 1
  const add = (piece: Uint8Array) => {
    size += piece.length
    if (size > most)
      throw new OperatorError(`Line ${number} of ${source} has more than ${most} bytes.`)
    begun.push(piece)
  }
  for await (const chunk of bytes) {
    let start = 0
    for (;;) {
      const end = chunk.indexOf(LINE_FEED, start)
      if (end === -1) break
      add(chunk.subarray(start, end))
      yield Buffer.concat(begun).toString()
      begun = []
      size = 0
      number += 1
      start = end + 1
    }
    add(chunk.subarray(start))
  }
  if (size > 0) yield Buffer.concat(begun).toString()
}

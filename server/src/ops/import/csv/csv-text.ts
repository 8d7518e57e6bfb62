import { TextDecoder } from 'node:util'
import { OperatorError } from '../../../errors.ts'

/**
 * Decodes a CSV file: UTF-8 with or without BOM. Every line of the result ends with `\n`. Throws `OperatorError` for
 * another kind of file.
 */
export async function* decodeCsv(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let lines = 1
  let isEmpty = true
  let endsInReturn = false
  for await (const chunk of withWholeStart(bytes)) {
    if (isEmpty) refuseOtherFormats(chunk)
    isEmpty = false
    if (chunk.includes(0)) throw new OperatorError(`This is not a text file. ${ADVICE}`)
    const decoded = decodeChunk(decoder, chunk, lines)
    const text = endsInReturn ? decoded.replace(/^\n/, '') : decoded
    endsInReturn = decoded === '' ? endsInReturn : decoded.endsWith('\r')
    const normal = text.replaceAll(/\r\n?/g, '\n')
    lines += normal.split('\n').length - 1
    yield normal
  }
  if (isEmpty) throw new OperatorError('The file is empty.')
  decodeChunk(decoder, undefined, lines)
}

const ADVICE = 'Save it as "CSV UTF-8 (comma delimited)" and import that.'

/** Signatures of the formats that people most often send instead of CSV. */
const otherFormats = [
  { start: [0x50, 0x4b, 0x03, 0x04], name: 'an Excel workbook or a zip file' },
  { start: [0xd0, 0xcf, 0x11, 0xe0], name: 'an old Excel workbook' },
  { start: [0x25, 0x50, 0x44, 0x46], name: 'a PDF' },
  { start: [0xff, 0xfe], name: 'UTF-16 text' },
  { start: [0xfe, 0xff], name: 'UTF-16 text' },
]
const LONGEST_START = 4

function refuseOtherFormats(start: Uint8Array): void {
  const format = otherFormats.find((other) => other.start.every((byte, at) => start[at] === byte))
  if (format) throw new OperatorError(`This is ${format.name}, not a CSV file. ${ADVICE}`)
}

/** A pipe can deliver single bytes, but a signature is recognised only in one piece. */
async function* withWholeStart(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let start: Uint8Array | undefined = new Uint8Array()
  for await (const chunk of bytes) {
    if (!start) {
      yield chunk
      continue
    }
    start = Buffer.concat([start, chunk])
    if (start.length < LONGEST_START) continue
    yield start
    start = undefined
  }
  if (start && start.length > 0) yield start
}

/**
 * @param chunk undefined at the end of the file, where half a character can remain
 */
function decodeChunk(decoder: TextDecoder, chunk: Uint8Array | undefined, line: number): string {
  try {
    return decoder.decode(chunk, { stream: chunk !== undefined })
  } catch (error) {
    const [before = ''] = new TextDecoder().decode(chunk).split('\uFFFD')
    const at = line + before.split('\n').length - 1
    throw new OperatorError(`Line ${at} is not UTF-8 text. ${ADVICE}`, { cause: error })
  }
}

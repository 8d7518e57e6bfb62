import {
  DEALS_FILE_FORMAT,
  DEALS_FILE_VERSION,
  type DealsFile,
  UNREADABLE_FILE_VERSION,
  dealsFileSchema,
} from '@veni/domain/deal/file'
import * as v from 'valibot'
import { OperatorError } from '../../../errors.ts'
import { findUnstorable } from '../../../http/parse-request.ts'

/** The file is read into memory. It has about 1,600 photos of the usual size (decision 16). */
const MAX_BYTES = 256 * 1024 * 1024

/** Reads the exported file of a phone. Throws `OperatorError` when it is another file, or damaged. */
export async function readDealsFile(bytes: AsyncIterable<Uint8Array>): Promise<DealsFile> {
  const content = parseJson(await readAll(bytes))
  const head = v.safeParse(headSchema, content)
  if (!head.success) throw new OperatorError('This is not a file of unsent deals from the app.')
  const { version } = head.output
  if (version !== DEALS_FILE_VERSION && version !== UNREADABLE_FILE_VERSION) {
    const sentence = `This file is of version ${version}, and this server reads versions up to ${UNREADABLE_FILE_VERSION}. Update the server.`
    throw new OperatorError(sentence)
  }
  const file = v.safeParse(fileSchema, content)
  if (file.success) return file.output
  const path = v.getDotPath(file.issues[0]) ?? 'content'
  throw new OperatorError(`The file is damaged: its field ${path} is not as the app writes it.`)
}

/** The owner is looked up in the database. Each entry is checked when it is imported. */
const fileSchema = v.object({
  ...dealsFileSchema.entries,
  owner: v.pipe(
    v.string(),
    v.check((owner) => findUnstorable(owner).length === 0),
  ),
})

const headSchema = v.object({ format: v.literal(DEALS_FILE_FORMAT), version: v.number() })

async function readAll(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  let values = 0
  for await (const chunk of bytes) {
    size += chunk.length
    values += countValues(chunk)
    if (size > MAX_BYTES) throw new OperatorError('The file is too large for an export of a phone.')
    if (values > MOST_VALUES)
      throw new OperatorError('The file has more values than a phone can export.')
    chunks.push(chunk)
  }
  if (size === 0) throw new OperatorError('The file is empty.')
  return new TextDecoder().decode(Buffer.concat(chunks))
}

/** A deal with its photos has 50 to 140 values. */
const MOST_VALUES = 1_000_000

/**
 * Before each value of JSON stands a comma, or the bracket that opens its list or object. Few texts have one: the
 * photos are base64. Counted before the parse, because millions of empty values take gigabytes of the server's memory.
 */
const valueStarts = [',', '[', '{'].map((sign) => sign.charCodeAt(0))

function countValues(chunk: Uint8Array): number {
  let count = 0
  for (const sign of valueStarts)
    for (let at = chunk.indexOf(sign); at >= 0; at = chunk.indexOf(sign, at + 1)) count += 1
  return count
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const isBegun = text.trimStart().startsWith('{')
    const sentence = isBegun
      ? 'The file is cut off or damaged; export it from the phone again.'
      : 'This is not a file of unsent deals from the app.'
    throw new OperatorError(sentence, { cause: error })
  }
}

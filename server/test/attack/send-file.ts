/** Sends a hostile file by multipart and by tus, as a signed-in phone would send a photo. */
import { UPLOAD_CONTENT_TYPE, UPLOADS_PATH, TUS_VERSION } from '@veni/domain/api/photos'
import { MAX_PHOTO_BYTES } from '@veni/domain/photo'
import { FROM_OUR_PAGE } from '../setup/client.ts'
import { cookieOf } from './attack-data.ts'
import type { HostileFile } from './hostile-files.ts'
import { type Answer, findProblem, type OneConnection } from './send-request.ts'

const usual = [...Object.entries(FROM_OUR_PAGE).flat(), 'cookie', cookieOf('ravi')]
/** Not 503: the files come one after the other, and the queue of the decoder has places for ten of a runner. */
const REFUSALS = [400, 413, 415, 429]

/** @returns the statuses of both ways */
export async function sendPhoto(connection: OneConnection, file: HostileFile): Promise<number[]> {
  const answers = [await multipart(connection, file), await tus(connection, file)]
  return answers.map(({ status }) => status)
}

/** @returns the problems; none when both ways refuse the file, or store a whole photo that no browser runs */
export async function sendFile(connection: OneConnection, file: HostileFile): Promise<string[]> {
  const problems: string[] = []
  for (const [way, send] of Object.entries({ multipart, tus })) {
    const answer = await send(connection, file).catch(String)
    const problem =
      typeof answer === 'string' ? answer : await findProblemOfFile(connection, file, answer)
    const status = typeof answer === 'string' ? '' : `${answer.status} ${answer.text.slice(0, 200)}`
    if (problem) problems.push(`${file.name} by ${way}: ${problem} ${status}`)
  }
  const probed = await connection.probe(problems.length).catch(String)
  return probed ? [...problems, `${file.name}: ${probed}`] : problems
}

/** The name of the file tries to leave the folder. */
function multipart(connection: OneConnection, { type, bytes }: HostileFile): Promise<Answer> {
  const start = `--b\r\ncontent-disposition: form-data; name="image"; filename="../../server.js"\r\ncontent-type: ${type}\r\n\r\n`
  return connection.send({
    method: 'POST',
    path: '/api/images',
    headers: [...usual, 'content-type', 'multipart/form-data; boundary=b'],
    body: Buffer.concat([Buffer.from(start), bytes, Buffer.from('\r\n--b--\r\n')]),
  })
}

async function tus(connection: OneConnection, { type, bytes }: HostileFile): Promise<Answer> {
  const metadata = `filename ${Buffer.from('../../server.js').toString('base64')},filetype ${Buffer.from(type).toString('base64')}`
  const created = await connection.send({
    method: 'POST',
    path: UPLOADS_PATH,
    headers: [
      ...usual,
      'tus-resumable',
      TUS_VERSION,
      'upload-length',
      String(bytes.length),
      'upload-metadata',
      metadata,
    ],
    body: undefined,
  })
  const hasParts = bytes.length > 0 && bytes.length <= MAX_PHOTO_BYTES
  if (!hasParts) return created
  if (created.status !== 201) throw new Error(`no upload: ${created.status} ${created.text}`)
  return connection.send({
    method: 'PATCH',
    path: String(created.headers.location),
    headers: [
      ...usual,
      'tus-resumable',
      TUS_VERSION,
      'upload-offset',
      '0',
      'content-type',
      UPLOAD_CONTENT_TYPE,
    ],
    body: bytes,
  })
}

async function findProblemOfFile(
  connection: OneConnection,
  file: HostileFile,
  answer: Answer,
): Promise<string | undefined> {
  const problem = findProblem('ravi', answer)
  if (problem) return problem
  if (REFUSALS.includes(answer.status)) return undefined
  if (![201, 204].includes(answer.status)) return 'an answer that no phone understands'
  if (!file.isMaybePhoto) return 'stored'
  return findProblemOfStored(connection, answer)
}

/** A stored photo is shown as a photo only, whatever else is in it. */
async function findProblemOfStored(
  connection: OneConnection,
  { text, headers }: Answer,
): Promise<string | undefined> {
  const stored: unknown = headers['content-location'] ?? /"url":"([^"]+)"/.exec(text)?.[1]
  if (typeof stored !== 'string') return 'stored without an address'
  const shown = await connection.send({
    method: 'GET',
    path: stored,
    headers: usual,
    body: undefined,
  })
  const { 'content-type': type = '', 'content-security-policy': policy = '' } = shown.headers
  const isSafe =
    shown.status === 200 &&
    /^image\/(?:jpeg|png|webp|gif)$/.test(type) &&
    String(policy).includes("default-src 'none'") &&
    shown.headers['x-content-type-options'] === 'nosniff'
  return isSafe ? undefined : `shown as ${shown.status} ${type} ${String(policy)}`
}

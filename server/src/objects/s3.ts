import { createHash, randomUUID } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import { AppError, OperatorError } from '../errors.ts'
import { traceHeaders } from '../trace.ts'
import type { ObjectStore } from './objects.ts'

export interface S3Config {
  /** The address to which the name of an object is added: it ends with the name of the bucket, or begins with it. */
  readonly url: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** Of one call, with its repeats. A phone ends its own call after 15 s. */
const ANSWER_MS = 10_000
/** After a reply with status 429 or 5xx, with a growing wait from 50 ms on. */
const RETRIES = 3
const RETRY_AFTER_SECONDS = 5

/** A bucket of a service that speaks the protocol of S3. Each call throws `unavailable` when the service does not answer. */
export function openS3({ url, ...client }: S3Config): ObjectStore {
  const aws = new AwsClient({ ...client, service: 's3', retries: RETRIES })

  async function call(method: string, name: string, bytes?: Uint8Array): Promise<Response> {
    const signal = AbortSignal.timeout(ANSWER_MS)
    const sent = aws.fetch(`${url}/${name}`, { method, signal, ...withBytes(bytes) })
    const reply = await sent.catch((error: unknown) => Promise.reject(unavailable(error)))
    if (reply.ok || reply.status === 404) return reply
    throw unavailable(new Error(`${method} was answered ${reply.status}: ${await codeOf(reply)}`))
  }

  return {
    put: async (name, bytes) => {
      const reply = await call('PUT', name, bytes)
      // A service that does not know the bucket.
      if (!reply.ok) throw unavailable(new Error(`PUT was answered ${reply.status}`))
      await reply.arrayBuffer()
    },
    get: async (name) => {
      const reply = await call('GET', name)
      const bytes = await reply
        .arrayBuffer()
        .catch((error: unknown) => Promise.reject(unavailable(error)))
      return reply.ok ? new Uint8Array(bytes) : undefined
    },
    size: async (name) => {
      const reply = await call('HEAD', name)
      return reply.ok ? Number(reply.headers.get('content-length')) : undefined
    },
    delete: async (name) => {
      await (await call('DELETE', name)).arrayBuffer()
    },
  }
}

/** The service compares the bytes with the hash, and refuses others. */
function withBytes(bytes: Uint8Array | undefined) {
  if (!bytes) return { headers: traceHeaders() }
  const hash = createHash('sha256').update(bytes).digest('hex')
  const headers = { ...traceHeaders(), 'x-amz-content-sha256': hash }
  return { headers, body: bytes as Uint8Array<ArrayBuffer> }
}

/** The reply to a refusal is XML, and that to HEAD is empty. */
const codeOf = async (reply: Response) =>
  /<Code>([A-Za-z]+)<\/Code>/.exec(await reply.text().catch(() => ''))?.[1] ?? 'no code'

const unavailable = (cause: unknown) =>
  Object.assign(
    new AppError(
      'unavailable',
      'The store of the photos does not answer. Please try again later.',
      undefined,
      RETRY_AFTER_SECONDS,
    ),
    { cause },
  )

/** Stores, reads and deletes one small object. Throws `OperatorError` with the reason when the store refuses one of these. */
export async function checkObjectStore(store: ObjectStore, url: string): Promise<void> {
  const name = `check/${randomUUID()}`
  try {
    await store.put(name, Buffer.from('Veni'))
    const bytes = await store.get(name)
    await store.delete(name)
    if (Buffer.from(bytes ?? []).toString() !== 'Veni') throw new Error('it returned other bytes')
    // Without the right to list the bucket, S3 answers 403 instead of 404.
    if ((await store.size(name)) !== undefined) throw new Error('it did not delete an object')
  } catch (error) {
    throw new OperatorError(`The photo store at ${url} cannot be used (${reasonOf(error)}).`, {
      cause: error,
    })
  }
}

function reasonOf(error: unknown): string {
  const { cause = error } = error as Error
  const { message, cause: deeper } = cause as Error
  return deeper instanceof Error && message === 'fetch failed' ? deeper.message : message
}

import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { ObjectStoreUnavailable, OperatorError } from '../errors.ts'
import { traceHeaders } from '../trace.ts'
import type { ObjectStore } from './objects.ts'

export interface S3Config {
  /** The address to which the name of an object is added: it ends with the name of the bucket, or begins with it. */
  readonly url: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** Of one attempt. A phone ends its own call after 15 s. */
const ANSWER_MS = 5_000
/** Before each further attempt. Every call can be repeated: it has the same effect once and twice. */
const WAITS_MS = [50, 200]

type Method = 'GET' | 'PUT' | 'HEAD' | 'DELETE'

interface Reply {
  readonly status: number
  readonly length: number
  readonly bytes: Uint8Array
}

/**
 * A bucket of a service that speaks the protocol of S3. Each call rejects with {@link ObjectStoreUnavailable} when the
 * service does not answer, or refuses it.
 */
export function openS3({ url, ...keys }: S3Config): ObjectStore {
  const aws = new AwsClient({ ...keys, service: 's3' })

  async function send(method: Method, name: string, bytes?: Uint8Array): Promise<Reply> {
    const request = await aws.sign(`${url}/${name}`, { method, ...withBytes(bytes) })
    // Behind the signature: a proxy in between may change them.
    for (const [header, value] of Object.entries(traceHeaders())) request.headers.set(header, value)
    const signal = AbortSignal.timeout(ANSWER_MS)
    const reply = await fetch(request, { signal, redirect: 'error' })
    const length = Number(reply.headers.get('content-length'))
    return { status: reply.status, length, bytes: new Uint8Array(await reply.arrayBuffer()) }
  }

  /** @returns the first reply that says whether the object is there */
  async function call(method: Method, name: string, bytes?: Uint8Array): Promise<Reply> {
    for (let attempt = 0; ; attempt += 1) {
      const reply = await send(method, name, bytes).catch((cause: unknown) =>
        toError(method, cause),
      )
      const problem = reply instanceof Error ? reply : findProblem(method, reply)
      if (!problem) return reply as Reply
      const ms = isLasting(reply) ? undefined : WAITS_MS[attempt]
      if (ms === undefined) throw problem
      await wait(ms)
    }
  }

  async function get(name: string): Promise<Uint8Array | undefined> {
    const { status, bytes } = await call('GET', name)
    return status === 200 ? bytes : undefined
  }

  return {
    put: async (name, bytes) => void (await call('PUT', name, bytes)),
    get,
    size: async (name) => {
      const { status, length } = await call('HEAD', name)
      // The reply to HEAD has no body that tells whose 404 it is: that of a missing object, or of a proxy in between.
      return status === 200 ? length : (await get(name))?.length
    },
    delete: async (name) => void (await call('DELETE', name)),
  }
}

/** The service compares the bytes with the hash, and refuses others. */
function withBytes(bytes: Uint8Array | undefined) {
  if (!bytes) return {}
  const hash = createHash('sha256').update(bytes).digest('hex')
  return { headers: { 'x-amz-content-sha256': hash }, body: bytes as Uint8Array<ArrayBuffer> }
}

/**
 * @returns undefined for a reply about the object. Another 404 is of a wrong bucket or of something in between: it must not
 *   look like a photo that is gone. That of HEAD tells nothing, so its caller asks again with GET.
 */
function findProblem(method: Method, { status, bytes }: Reply): Error | undefined {
  if (status >= 200 && status < 300) return undefined
  const text = Buffer.from(bytes).toString('utf8')
  const code = /<Code>([A-Za-z]+)<\/Code>/.exec(text)?.[1]
  if (status === 404 && (method === 'HEAD' || code === 'NoSuchKey')) return undefined
  return toError(method, new Error(`it was answered ${status}: ${code ?? 'no code'}`))
}

const toError = (method: Method, cause: unknown) =>
  new ObjectStoreUnavailable(`${method}: ${reasonOf(cause)}`, { cause })

/** Whether a repeat would get the same refusal. */
const isLasting = (reply: Reply | Error) =>
  !(reply instanceof Error) && reply.status < 500 && reply.status !== 429

/** `fetch` says only that it failed; its cause says why. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error
  if (!(cause instanceof Error)) return message
  return cause.message || ((cause as NodeJS.ErrnoException).code ?? message)
}

/** Stores, reads and deletes one small object. Throws `OperatorError` with the reason when the store refuses one of these. */
export async function checkObjectStore(store: ObjectStore, url: string): Promise<void> {
  const name = `check/${randomUUID()}`
  try {
    await store.put(name, Buffer.from('Veni'))
    const bytes = await store.get(name)
    await store.delete(name)
    if (Buffer.from(bytes ?? []).toString() !== 'Veni') throw new Error('it returned other bytes')
    // Without the right to list the bucket, S3 answers 403 instead of 404.
    if ((await store.get(name)) !== undefined) throw new Error('it did not delete an object')
  } catch (error) {
    const { message } = error as Error
    throw new OperatorError(`The photo store at ${url} cannot be used (${message}).`, {
      cause: error,
    })
  }
}

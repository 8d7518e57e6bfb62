/** What the simulated server uses in place of a disk and of a connection. */
import type { Db } from '../server/src/db/client.ts'
import type { Deps } from '../server/src/deps.ts'
import { detectPhotoType, encodeShownPhoto } from '../server/src/photos/decoding.ts'
import type { Reply } from './work-calls.ts'

export interface InjectedRequest {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers?: Record<string, string>
  readonly payload?: string | Buffer | object
}

export interface SignedIn {
  readonly cookie: string
  readonly runnerId: string
  /** Seals what this runner has sent. */
  readonly publicKey: string
}

/** @returns the cookie as a phone sends it; '' after a sign-out */
export function cookieOf(headers: Reply['headers']): string {
  const [cookie = ''] = (headers['set-cookie'] ?? '').split(';')
  return cookie.endsWith('=') ? '' : cookie
}

export class ServerDied extends Error {}

/** Photos in the memory. */
export const storeIn = (photos: Map<string, Uint8Array>): Deps['photoStore'] => ({
  put: async ({ hash }, bytes) => void photos.set(hash, bytes),
  get: async ({ hash }) => photos.get(hash),
  size: async ({ hash }) => photos.get(hash)?.length,
  delete: async ({ hash }) => photos.delete(hash),
})

/** A process of its own would answer at another moment in each run. */
export const decoderHere: Deps['photoDecoder'] = {
  detectType: (_runnerId, bytes) => detectPhotoType(bytes),
  encodeShown: (_runnerId, bytes) => encodeShownPhoto(bytes),
  close: () => {},
}

/** The headers that the phone reads. */
export function toHeaders(
  headers: Readonly<Record<string, number | string | string[] | undefined>>,
): Record<string, string> {
  const named = [
    'content-type',
    'location',
    'content-location',
    'cache-control',
    'retry-after',
    'upload-offset',
    'tus-resumable',
    'set-cookie',
  ]
  return Object.fromEntries(
    named.flatMap((name) =>
      headers[name] === undefined ? [] : [[name, [headers[name]].flat().join('\n')]],
    ),
  )
}

/** A database whose server can die in the middle of a transaction, which is then undone. */
export function failWhenDying(db: Db, isDying: () => boolean): Db {
  return new Proxy(db, {
    get(target, name) {
      if (name !== 'transaction') return Reflect.get(target, name, target) as unknown
      return (work: Parameters<Db['transaction']>[0]) =>
        target.transaction(async (tx) => {
          const result = await work(tx)
          if (isDying()) throw new ServerDied()
          return result
        })
    },
  })
}

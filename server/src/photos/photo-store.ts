import type { PhotoType } from '@veni/domain/photo'

/** A photo's place in a store: what it holds, and its type. */
export type PhotoKey = {
  /** SHA-256 of the bytes, in hexadecimal. */
  readonly hash: string
  readonly type: PhotoType
}

/** Where the bytes of photos lie; who may see them is not its business. Many servers may share one. */
export type PhotoStore = {
  /** Resolves when the photo would survive a power cut. Storing the same again is no error. */
  put(key: PhotoKey, bytes: Uint8Array): Promise<void>
  /** The bytes, or undefined when the store does not have them. */
  get(key: PhotoKey): Promise<Uint8Array | undefined>
}

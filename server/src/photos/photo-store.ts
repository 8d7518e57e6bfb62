import type { PhotoType } from '@veni/domain/photo'

/** The key of a photo in a store. */
export type PhotoKey = {
  /** SHA-256 of the bytes, in hexadecimal. */
  readonly hash: string
  readonly type: PhotoType
}

/** Stores the bytes of photos. It does not check who may read them. Many servers can share one store. */
export type PhotoStore = {
  /** Resolves when the photo would survive a power cut. A repeat changes nothing. */
  put(key: PhotoKey, bytes: Uint8Array): Promise<void>
  /** @returns undefined when the store does not have the photo */
  get(key: PhotoKey): Promise<Uint8Array | undefined>
  /** @returns the number of bytes, without reading them; undefined when the store does not have the photo */
  size(key: PhotoKey): Promise<number | undefined>
  /** Resolves when the photo is gone. @returns false when the store did not have it */
  delete(key: PhotoKey): Promise<boolean>
}

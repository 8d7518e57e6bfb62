/** Where a photo is at our server. The name of a photo is its hash, so its address is known before the upload. */
import { photoTypes } from '@veni/domain/photo'
import type { StoredPhoto } from '../storage/collections/photos.ts'

type NamedPhoto = Pick<StoredPhoto, 'sha256' | 'id' | 'type'>

export const makePhotoFileName = ({ sha256, id, type }: NamedPhoto): string =>
  `${sha256 || id}.${photoTypes[type][0]}`

/** @returns the SHA-256 of the photo at this address; undefined when it is none of our server */
export const findHash = (url: string): string | undefined =>
  /^\/api\/images\/([0-9a-f]{64})\.\w+$/.exec(url)?.[1]

export const makeOurUrl = (photo: NamedPhoto): string => `/api/images/${makePhotoFileName(photo)}`

/** Where a photo is at our server. The name of a photo is its hash, so its address is known before the upload. */
import { photoTypes } from '@veni/domain/photo'
import { appConfig } from '../app-config.ts'
import type { StoredPhoto } from '../storage/collections/photos.ts'
import { isOurServer } from './client.ts'

type NamedPhoto = Pick<StoredPhoto, 'sha256' | 'id' | 'type'>

export const makePhotoFileName = ({ sha256, id, type }: NamedPhoto): string =>
  `${sha256 || id}.${photoTypes[type][0]}`

/** @returns the SHA-256 of the photo at this address; undefined when it is none of our server */
export const findHash = (url: string): string | undefined =>
  /^\/api\/images\/([0-9a-f]{64})\.\w+$/.exec(url)?.[1]

export const makeOurUrl = (photo: NamedPhoto): string => `/api/images/${makePhotoFileName(photo)}`

/** The address of a photo for a record: its address now, or the one that our server will give it; '' without either. */
export function findPhotoUrl(photo: StoredPhoto | undefined): string {
  if (!photo) return ''
  if (photo.url !== undefined) return photo.url
  const isContentAddressed = isOurServer() && appConfig().imageHostUrl === '' && photo.sha256 !== ''
  return isContentAddressed ? makeOurUrl(photo) : ''
}

import { appConfig } from '../../app-config.ts'
import type { StoredPhoto } from '../../outbox/photo-store.ts'

const urls = new WeakMap<StoredPhoto, string>()

/**
 * A URL that shows the photo, from the office when it has taken over the bytes. One per photo and freed with the page: a visit has two photos of at most
 * 5 MB, and a URL that is revoked too early is an empty frame in front of the customer.
 */
export function previewUrl(photo: StoredPhoto): string {
  if (!photo.bytes) return `${appConfig().apiBaseUrl}${photo.url}`
  const known = urls.get(photo)
  if (known !== undefined) return known
  const created = URL.createObjectURL(new Blob([photo.bytes], { type: photo.type }))
  urls.set(photo, created)
  return created
}

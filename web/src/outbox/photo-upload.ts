import { photosApi, imageReplySchema } from '@veni/domain/api/photos'
import { callThirdParty, postForm } from '../api/client.ts'
import { ApiFailure, isNotOffered } from '../api/failure.ts'
import { appConfig } from '../app-config.ts'
import { toBase64 } from '../lib/base64.ts'
import { photoFileName, readPhoto, savePhoto, type StoredPhoto } from './photo-store.ts'

const UPLOAD_TIMEOUT_MS = 60_000

/**
 * Uploads a photo that is not with an image host yet and remembers where it went.
 * Where no image host is offered, the photo stays on the phone: that is no failure (ruling 2).
 * Throws ApiFailure when the host refuses it or cannot be reached.
 */
export async function uploadStoredPhoto(id: string): Promise<void> {
  const photo = await readPhoto(id)
  if (!photo || photo.url !== undefined) return
  try {
    await savePhoto({ ...photo, url: await upload(photo) })
  } catch (error) {
    if (!isNotOffered(error)) throw error
  }
}

/** The image host's form: one field `image`, the bytes as base64 (spec §7). */
async function upload(photo: StoredPhoto): Promise<string> {
  const form = new FormData()
  form.set('image', await toBase64(photo.bytes))
  const host = appConfig().imageHostUrl
  const options = { accepts: imageReplySchema, timeoutMs: UPLOAD_TIMEOUT_MS }
  const reply = host
    ? await callThirdParty(host, { ...options, form }).catch(rethrowFromHost)
    : await postForm(photosApi.uploadImage, form, {
        ...options,
        idempotencyKey: `photo:${photo.id}`,
      })
  return reply.data.url
}

/** Statuses by which an image host says that it will never take this photo (ruling 20). */
const REFUSING_STATUSES = new Set([400, 413, 415, 422])

export function isPhotoRefused(failure: ApiFailure): boolean {
  return REFUSING_STATUSES.has(failure.detail.status ?? 0)
}

/** Another's 401 is no lost session of ours and its 404 no missing extension: all but a refusal is tried again later. */
function rethrowFromHost(error: unknown): never {
  const isPassing = error instanceof ApiFailure && error.kind === 'status' && !isPhotoRefused(error)
  throw isPassing ? new ApiFailure('bad-reply') : error
}

/** What a record can say of a photo now: where it is, or where our server will have it (named by its bytes). */
export function photoUrl(photo: StoredPhoto | undefined, isOurServer: boolean): string {
  if (!photo) return ''
  if (photo.url !== undefined) return photo.url
  const isContentAddressed = isOurServer && appConfig().imageHostUrl === '' && photo.sha256 !== ''
  return isContentAddressed ? `/api/images/${photoFileName(photo)}` : ''
}

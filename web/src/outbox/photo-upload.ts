import { imageReplySchema, photoReceiptSchema, photosApi } from '@veni/domain/api/photos'
import { callApi, callThirdParty } from '../api/client.ts'
import { ApiFailure, isNotOffered } from '../api/failure.ts'
import { isOurServer } from '../api/our-server.ts'
import { appConfig } from '../app-config.ts'
import { toBase64 } from '../lib/base64.ts'
import { changePhoto, photoFileName, readPhotoToSend, type StoredPhoto } from './photo-store.ts'
import { createUpload, offsetOf, sendFrom } from './tus.ts'

const UPLOAD_TIMEOUT_MS = 60_000
const RECEIPT_TIMEOUT_MS = 15_000

/**
 * Uploads a photo that is not with an image host yet and remembers where it went.
 * Where no image host is offered, the photo stays on the phone: that is no failure (ruling 2).
 * Throws ApiFailure when the host refuses it or cannot be reached.
 */
export async function uploadStoredPhoto(id: string): Promise<void> {
  // The deal may be completed, in another tab too, while the photo's first upload goes on: it is waited for.
  if (navigator.locks) await navigator.locks.request(`veni-photo:${id}`, () => uploadOnce(id))
  else await uploadOnce(id)
}

async function uploadOnce(id: string): Promise<void> {
  const photo = await readPhotoToSend(id)
  if (!photo || !isHere(photo) || photo.url !== undefined) return
  try {
    const url = await (appConfig().imageHostUrl ? toImageHost(photo) : toOffice(photo))
    await changePhoto(id, (stored) => ({ ...stored, url, uploadId: undefined }))
  } catch (error) {
    if (!isNotOffered(error)) throw error
    // Our server has the call: this was somebody on the way, such as a captive portal.
    if (isOurServer()) throw new ApiFailure('bad-reply')
  }
}

type PhotoHere = StoredPhoto & { readonly bytes: ArrayBuffer }
const isHere = (photo: StoredPhoto): photo is PhotoHere => photo.bytes !== undefined

/** The image host's form: one field `image`, the bytes as base64 (spec §7). */
async function toImageHost(photo: PhotoHere): Promise<string> {
  const form = new FormData()
  form.set('image', await toBase64(photo.bytes))
  const options = { accepts: imageReplySchema, timeoutMs: UPLOAD_TIMEOUT_MS, form }
  const reply = await callThirdParty(appConfig().imageHostUrl, options).catch(rethrowFromHost)
  return reply.data.url
}

/** In parts, going on behind what had arrived before a reload or a broken connection. */
async function toOffice(photo: PhotoHere): Promise<string> {
  let { uploadId } = photo
  let offset = uploadId === undefined ? undefined : await offsetOf(uploadId)
  if (uploadId === undefined || offset === undefined) {
    // An upload that is gone may have been the last thing that arrived.
    if (uploadId !== undefined && (await isWithOffice(photo))) return officeUrl(photo)
    const created = await createUpload(photo.bytes.byteLength, `photo:${photo.id}`)
    await changePhoto(photo.id, (stored) => ({ ...stored, uploadId: created }))
    uploadId = created
    offset = 0
  }
  const url = await sendFrom(uploadId, photo.bytes, offset)
  const isOurs = photo.sha256 === '' ? url !== '' : url === officeUrl(photo)
  if (isOurs) return url
  await changePhoto(photo.id, (stored) => ({ ...stored, uploadId: undefined }))
  throw new ApiFailure('bad-reply')
}

/**
 * Uploads a completed deal's photo and takes its bytes off the phone once the office has shown that it has the very
 * same. Without such a word (another image host, a browser without SHA-256) they stay. Throws as
 * {@link uploadStoredPhoto}, and when the office has other bytes or none: it is then sent again.
 */
export async function handOverPhoto(id: string): Promise<void> {
  await uploadStoredPhoto(id)
  const photo = await readPhotoToSend(id)
  if (!photo || !isHere(photo) || photo.sha256 === '' || photo.url !== officeUrl(photo)) return
  if (await isWithOffice(photo))
    return changePhoto(id, (stored) => ({ ...stored, bytes: undefined }))
  await changePhoto(id, (stored) => ({ ...stored, url: undefined }))
  throw new ApiFailure('bad-reply')
}

/** The office's own word for the bytes it has under the photo's name. */
async function isWithOffice(photo: PhotoHere): Promise<boolean> {
  if (photo.sha256 === '') return false
  try {
    const { data } = await callApi(photosApi.photoReceipt, {
      params: { file: photoFileName(photo) },
      accepts: photoReceiptSchema,
      timeoutMs: RECEIPT_TIMEOUT_MS,
    })
    return data.sha256 === photo.sha256 && data.bytes === photo.bytes.byteLength
  } catch (error) {
    if (error instanceof ApiFailure && isPassing(error)) throw error
    return false
  }
}

const isPassing = ({ kind, detail: { status = 0 } }: ApiFailure) =>
  kind !== 'status' || status >= 500 || status === 401 || status === 429

/** Where our server has a photo is known before it is sent: its name is its hash. */
const officeUrl = (photo: StoredPhoto) => `/api/images/${photoFileName(photo)}`

/** Statuses by which an image host says that it will never take this photo (ruling 20). */
const REFUSING_STATUSES = new Set([400, 413, 415, 422])

/** Our own server says so in its own words: somebody on the way may have its own idea of what is too large. */
export function isPhotoRefused({ detail: { status = 0, code } }: ApiFailure): boolean {
  return REFUSING_STATUSES.has(status) && (code !== undefined || appConfig().imageHostUrl !== '')
}

/** Another's 401 is no lost session of ours and its 404 no missing extension: all but a refusal is tried again later. */
function rethrowFromHost(error: unknown): never {
  const isPassing = error instanceof ApiFailure && error.kind === 'status' && !isPhotoRefused(error)
  throw isPassing ? new ApiFailure('bad-reply') : error
}

/** What a record can say of a photo now: where it is, or where our server will have it (named by its bytes). */
export function photoUrl(photo: StoredPhoto | undefined): string {
  if (!photo) return ''
  if (photo.url !== undefined) return photo.url
  const isContentAddressed = isOurServer() && appConfig().imageHostUrl === '' && photo.sha256 !== ''
  return isContentAddressed ? officeUrl(photo) : ''
}

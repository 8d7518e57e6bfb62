/** Uploads one photo: to our server in parts, or to a configured image host as a form. */
import { photoReplySchema, photoReceiptSchema, photosApi } from '@veni/domain/api/photos'
import { type Client, isOurServer } from '../../api/client.ts'
import { ApiFailure, isNotOffered } from '../../api/failure.ts'
import { findHash, makeOurUrl, makePhotoFileName } from '../../api/photo-address.ts'
import { appConfig } from '../../app-config.ts'
import { toBase64 } from '../../lib/bytes.ts'
import { reportProblem } from '../../lib/report.ts'
import {
  changePhoto,
  failWithoutPhoto,
  readPhotoToSend,
  type StoredPhoto,
} from '../stores/photo-store.ts'
import type { Epoch } from '../deps.ts'
import { isFromIntermediary, isTemporary, toBadReply, toHostFailure } from './refusals.ts'
import { createUpload, readOffset, sendFrom } from './tus.ts'

const UPLOAD_TIMEOUT_MS = 60_000
const RECEIPT_TIMEOUT_MS = 15_000

interface PhotoTransportDeps extends Client {
  /** Permits one upload of a photo at a time, across tabs. */
  readonly lockPhoto: (id: string, upload: () => Promise<void>) => Promise<void>
  /** Stores a photo that our server has, before its bytes are deleted here. */
  readonly storeSentPhoto: (photo: StoredPhoto) => Promise<void>
}

export interface RecordedPhoto {
  readonly url: string
  readonly epoch?: Epoch
  readonly owner?: string
}

export function createPhotoTransport(deps: PhotoTransportDeps) {
  /**
   * Uploads a photo that no image host has yet and stores its address. Where no image host is offered the photo stays
   * on the phone, which is no failure. Throws ApiFailure when it is refused or the host cannot be reached.
   */
  const uploadPhoto = (id: string, onPart = () => {}) =>
    // The upload that began with the photo may still run when its deal is sent, perhaps in another tab.
    deps.lockPhoto(id, () => uploadLocked(id, { ...deps, onPart }))

  /**
   * Uploads a completed deal's photo and deletes its bytes when our server has shown that it has the same. Otherwise
   * (another image host, a browser without SHA-256) they stay. Throws as {@link uploadPhoto}, and when the server has
   * other bytes or none: the photo is then sent again. Throws LostPhoto when neither the phone nor its host has it.
   * @param recorded the address of the photo when its deal was made, or when it replaced another one, '' when it was
   * unknown; the epoch of the database that has the record: a restore in between may have lost it; and the owner of the
   * deal, who also has a photo that was taken before the sign-in
   * @param onPart called after each part that our server has stored
   */
  async function handOverPhoto(
    id: string,
    { url, epoch, owner = '' }: RecordedPhoto,
    onPart?: () => void,
  ): Promise<void> {
    await uploadPhoto(id, onPart)
    const photo = await readPhotoToSend(id)
    if (!photo || isLost(photo)) return requireSent(id, url, deps)
    if (!hasBytes(photo) || photo.url !== makeOurUrl(photo)) return
    if (await isReceived(photo, deps, epoch)) {
      await deps.storeSentPhoto({ ...photo, owner: photo.owner || owner })
      return changePhoto(id, (stored) => ({ ...stored, bytes: undefined }))
    }
    await changePhoto(id, (stored) => ({ ...stored, url: undefined }))
    throw new ApiFailure('bad-reply')
  }

  const readPhotoUrl = async (id: string) => (await readPhotoToSend(id))?.url ?? ''

  return { uploadPhoto, handOverPhoto, readPhotoUrl }
}

type UploadDeps = Client & { readonly onPart: () => void }

async function uploadLocked(id: string, deps: UploadDeps): Promise<void> {
  const photo = await readPhotoToSend(id)
  if (!photo || !hasBytes(photo) || photo.url !== undefined) return
  try {
    const upload = appConfig().imageHostUrl ? uploadToHost : uploadToServer
    const url = await upload(photo, deps)
    await changePhoto(id, (stored) => ({ ...stored, url, uploadId: undefined, refusal: undefined }))
  } catch (error) {
    await noteRefusal(id, error)
    if (!isNotOffered(error)) throw error
    // Our server offers the call: the reply came from an intermediary, such as a captive portal.
    if (isOurServer()) throw new ApiFailure('bad-reply')
  }
}

/** Stores why the photo is refused: the runner can replace it when its deal is complete. */
async function noteRefusal(id: string, error: unknown): Promise<void> {
  if (!(error instanceof ApiFailure) || isTemporary(error) || isNotOffered(error)) return
  const { code, status } = error.detail
  const refusal = code ?? String(status)
  try {
    await changePhoto(id, (stored) => ({ ...stored, refusal }))
  } catch (failure) {
    // On a full phone the refusal still counts.
    reportProblem('Refusal of a photo not stored', failure)
  }
}

/** For a photo that is not on the phone: its host must have it already. */
async function requireSent(id: string, recordedUrl: string, deps: Client): Promise<void> {
  // A plain portal without an image host takes no photos.
  if (!isOurServer() && appConfig().imageHostUrl === '') return
  if (URL.canParse(recordedUrl)) return
  const sha256 = findHash(recordedUrl)
  const receipt = sha256 && (await readReceipt(recordedUrl.replace(/.*\//, ''), deps))
  if (!receipt || receipt.sha256 !== sha256) await failWithoutPhoto(id)
}

type PhotoWithBytes = StoredPhoto & { readonly bytes: ArrayBuffer }
const hasBytes = (photo: StoredPhoto): photo is PhotoWithBytes => photo.bytes !== undefined

/** The server has lost it after its bytes were deleted here. */
const isLost = (photo: StoredPhoto) => !hasBytes(photo) && photo.url === undefined

/** The image host's form: one field `image`, the bytes as base64. */
async function uploadToHost(photo: PhotoWithBytes, { callThirdParty }: Client): Promise<string> {
  const form = new FormData()
  form.set('image', await toBase64(photo.bytes))
  const options = { accepts: photoReplySchema, timeoutMs: UPLOAD_TIMEOUT_MS, form }
  const reply = await callThirdParty(appConfig().imageHostUrl, options).catch((error: unknown) => {
    throw toHostFailure(error)
  })
  return reply.data.url
}

/** Sends the photo in parts. After a reload or a broken connection it sends only what has not arrived. */
async function uploadToServer(photo: PhotoWithBytes, deps: UploadDeps): Promise<string> {
  const { request } = deps
  const { bytes } = photo
  const begun = await findUpload(photo, request)
  const isAgain = photo.uploadId !== undefined && !begun
  // The server no longer has the upload: perhaps its last part arrived and only the reply was lost.
  if (isAgain && (await isReceived(photo, deps))) return makeOurUrl(photo)
  const upload = begun ?? (await beginUpload(photo, request))
  // An upload that begins again has made no progress: a weak connection must not send its first part each second.
  const onPart = isAgain ? () => {} : deps.onPart
  const url = await sendFrom(request, { ...upload, bytes, onPart })
  const isOurs = photo.sha256 === '' ? url !== '' : url === makeOurUrl(photo)
  if (isOurs) return url
  await changePhoto(photo.id, (stored) => ({ ...stored, uploadId: undefined }))
  throw new ApiFailure('bad-reply')
}

/** @returns undefined when no upload has begun, or the server no longer has it */
async function findUpload({ uploadId }: PhotoWithBytes, request: Client['request']) {
  if (uploadId === undefined) return undefined
  const start = await readOffset(request, uploadId)
  return start === undefined ? undefined : { id: uploadId, start }
}

async function beginUpload({ id, bytes }: PhotoWithBytes, request: Client['request']) {
  const uploadId = await createUpload(request, bytes.byteLength, `photo:${id}`)
  await changePhoto(id, (stored) => ({ ...stored, uploadId }))
  return { id: uploadId, start: 0 }
}

/** Whether the server's receipt for the photo's name shows the same bytes. */
async function isReceived(photo: PhotoWithBytes, deps: Client, epoch?: Epoch): Promise<boolean> {
  if (photo.sha256 === '') return false
  const receipt = await readReceipt(makePhotoFileName(photo), deps)
  if (epoch !== undefined && receipt?.epoch !== undefined && receipt.epoch !== epoch)
    throw new ApiFailure('status', { status: 409, code: 'epoch-ended' })
  return receipt?.sha256 === photo.sha256 && receipt.bytes === photo.bytes.byteLength
}

/** @returns undefined when the server has no such photo. Throws ApiFailure when the same call can succeed later. */
async function readReceipt(file: string, { callApi }: Client) {
  try {
    const reply = await callApi(photosApi.photoReceipt, {
      params: { file },
      accepts: photoReceiptSchema,
      timeoutMs: RECEIPT_TIMEOUT_MS,
    })
    return reply.data
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error
    // A receipt is read without a body, so the server never calls it too large.
    if (isFromIntermediary(error) || error.detail.status === 413) throw toBadReply(error)
    if (isTemporary(error)) throw error
    return undefined
  }
}

import { MAX_PHOTO_BYTES } from '@veni/domain/photo'
import { UPLOADS_PATH } from '@veni/domain/api/photos'
import { type DataStore, ERRORS, MemoryLocker, Server, type Upload } from '@tus/server'
import { shareFile } from '../../config/file-lock.ts'
import type { Transact } from '../../db/transact.ts'
import type { Deps } from '../../deps.ts'
import { AppError, notFound, invariant } from '../../errors.ts'
import { photoUrl, storePhoto, photoRefusal } from '../service.ts'
import { fullDisk } from '../../space/refuse-writes.ts'
import { ObjectUploads } from './object-uploads.ts'
import { PartialUploads } from './partial-uploads.ts'

/** The id of an upload starts with the id of its runner, so that the owner needs no look-up. */
export function isUploadOf(id: string, runnerId: number): boolean {
  return new RegExp(`^${runnerId}-[0-9a-f]{32}$`).test(id)
}

interface UploadOwner {
  readonly runnerId: number
  /** The photo is stored in one of these transactions. */
  readonly transact: Transact
}

export type PhotoUploads = {
  /** Answers one tus request of a runner who may make it. Throws `AppError`; tus answers other refusals itself. */
  answer(request: Request, owner: UploadOwner): Promise<Response>
  /** Makes the uploads ready for requests. @returns ends their use */
  start(): Promise<() => unknown>
  /** Deletes the uploads without a new byte for a week. */
  deleteExpired(): Promise<number>
}

const TUS_SETTINGS = {
  path: UPLOADS_PATH,
  relativeLocation: true,
  maxSize: MAX_PHOTO_BYTES,
  allowedOrigins: [],
  // A phone that asks for an upload no longer uses the connection that was sending to it.
  lockDrainTimeout: 200,
}

/** Receives photos by tus 1.0. A complete upload is stored as a photo before its last byte is acknowledged. */
export function openPhotoUploads(deps: Deps): PhotoUploads {
  const { parts, start } = openParts(deps)
  const owners = new WeakMap<object, UploadOwner>()
  const failures = new WeakMap<object, Error>()

  const finish = (request: object, upload: Upload) =>
    storeComplete(deps, parts, owners.get(request), upload.id)

  const server = new Server({
    ...TUS_SETTINGS,
    datastore: parts,
    locker: new MemoryLocker({ acquireLockTimeout: 10_000 }),
    namingFunction: (request) =>
      `${owners.get(request)?.runnerId}-${deps.randomBytes(16).toString('hex')}`,
    async onIncomingRequest(request, id) {
      if (request.method === 'POST') return
      const upload = await parts.getUpload(id)
      if (mustFinishFirst(request, upload)) await finish(request, upload)
    },
    onUploadFinish: async (request, upload) => ({
      headers: { 'Content-Location': await finish(request, upload) },
    }),
    onResponseError(request, error) {
      const failure = toFailure(request, error)
      if (failure) failures.set(request, failure)
      return undefined
    },
  })

  return {
    async answer(request, owner) {
      owners.set(request, owner)
      const response = await server.handleWeb(request)
      const failure = failures.get(request)
      if (failure) throw failure
      return response
    },
    start,
    deleteExpired: () => parts.deleteExpired(),
  }
}

type Parts = DataStore & Pick<PartialUploads, 'readBytes'>

function openParts(deps: Deps): Pick<PhotoUploads, 'start'> & { readonly parts: Parts } {
  const { uploadsFolder, objects, db } = deps
  const now = () => deps.now()
  if (objects)
    return { parts: new ObjectUploads({ db, objects, now }), start: async () => () => {} }
  const parts = new PartialUploads(uploadsFolder, now)
  return {
    parts,
    // Other servers with the same folder may be receiving uploads. The file is beside the folder, which has uploads only.
    start: () => shareFile(`${uploadsFolder}.lock`, () => parts.dropUnsynced()),
  }
}

/**
 * A server may be killed before it stored the photo. HEAD must not report a complete upload before the photo is stored.
 */
const mustFinishFirst = (request: Request, upload: Upload) =>
  request.method === 'HEAD' && upload.offset === upload.size

/** Stores a complete upload as a photo. @returns the URL of the photo */
async function storeComplete(
  deps: Deps,
  parts: Parts,
  owner: UploadOwner | undefined,
  id: string,
): Promise<string> {
  invariant(owner, 'an upload without its runner')
  try {
    // The upload is gone when another call has completed it and stored its photo.
    const bytes = await parts.readBytes(id)
    if (bytes.length === 0) throw photoRefusal('no-file')
    const url = photoUrl(await storePhoto(deps, owner.runnerId, bytes, owner.transact))
    await parts.remove(id)
    return url
  } catch (error) {
    // Bytes that are no photo stay so. After any other failure the phone tries again with the parts that are here.
    if (error instanceof AppError && isRefusalOfBytes(error)) await parts.remove(id)
    throw error
  }
}

const isRefusalOfBytes = ({ code }: AppError) => code === 'wrong-type' || code === 'bad-request'

function stillRunning(): AppError {
  const message = 'Another call for this upload is still running. Please try again.'
  return new AppError('unavailable', message, undefined, 5)
}

function deletedAtOnce(): AppError {
  const message = 'Another call has deleted this upload. Please try again.'
  return new AppError('unavailable', message, undefined, 5)
}

/** Returns undefined for a refusal that tus itself answers. */
function toFailure(
  { method }: Request,
  error: Error | { status_code: number; body: string },
): Error | undefined {
  const status = 'status_code' in error ? error.status_code : undefined
  if (status === undefined) return error as Error
  // A phone that gets 404 for a new upload believes that the server takes no photos in parts.
  if (status === 404) return method === 'POST' ? deletedAtOnce() : notFound()
  if (status === 413) return photoRefusal('too-large')
  // tus does not pass on why the disk failed; the phone tries again in every case.
  if (error === ERRORS.FILE_WRITE_ERROR) return fullDisk()
  if (error === ERRORS.ERR_LOCK_TIMEOUT) return stillRunning()
  return undefined
}

import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { MAX_PHOTO_BYTES } from '@veni/domain/photo'
import { UPLOADS_PATH } from '@veni/domain/api/photos'
import { ERRORS, MemoryLocker, Server, type Upload } from '@tus/server'
import type { Deps } from '../../deps.ts'
import { AppError, notFound, invariant } from '../../errors.ts'
import { photoUrl, storePhoto, photoRefusal } from '../service.ts'
import { PartialUploads } from './partial-uploads.ts'

/** An upload's id begins with its runner's: whose it is needs no look-up and cannot come apart from it. */
export function isUploadOf(id: string, runnerId: number): boolean {
  return new RegExp(`^${runnerId}-[0-9a-f]{32}$`).test(id)
}

export type PhotoUploads = {
  /** One request of the protocol, of a runner who may make it. Throws `AppError`; other refusals are tus' own answers. */
  answer(request: Request, runnerId: number): Promise<Response>
  /** Forgets the uploads that nothing has come for in a week. */
  deleteExpired(): Promise<number>
}

/** Uploads by tus 1.0. What has come whole is kept as a photo before the last byte is acknowledged (ruling 20). */
export function openPhotoUploads(deps: Deps): PhotoUploads {
  const parts = new PartialUploads(deps.uploadsFolder, () => deps.now())
  const runners = new WeakMap<object, number>()
  const failures = new WeakMap<object, Error>()

  const finish = (request: object, upload: Upload) =>
    keepWhole(deps, parts, runners.get(request), upload.id)

  const server = new Server({
    path: UPLOADS_PATH,
    datastore: parts,
    relativeLocation: true,
    maxSize: MAX_PHOTO_BYTES,
    allowedOrigins: [],
    // Who asks for an upload has given up the connection that was still sending to it.
    lockDrainTimeout: 200,
    locker: new MemoryLocker({ acquireLockTimeout: 10_000 }),
    namingFunction: (request) => `${runners.get(request)}-${randomBytes(16).toString('hex')}`,
    async onIncomingRequest(request, id) {
      if (request.method === 'POST') return
      const upload = await parts.getUpload(id)
      // Killed before the photo was kept: nobody may be told that all is there as long as it is only here.
      if (request.method === 'HEAD' && upload.offset === upload.size) await finish(request, upload)
    },
    onUploadFinish: async (request, upload) => ({
      headers: { 'Content-Location': await finish(request, upload) },
    }),
    onResponseError(request, error) {
      const failure = toFailure(error)
      if (failure) failures.set(request, failure)
      return undefined
    },
  })

  return {
    async answer(request, runnerId) {
      runners.set(request, runnerId)
      const response = await server.handleWeb(request)
      const failure = failures.get(request)
      if (failure) throw failure
      return response
    },
    deleteExpired: () => parts.deleteExpired(),
  }
}

/** Makes a photo of what has come whole. @returns its address */
async function keepWhole(
  deps: Deps,
  parts: PartialUploads,
  runnerId: number | undefined,
  id: string,
): Promise<string> {
  invariant(runnerId !== undefined, 'an upload without its runner')
  try {
    const bytes = await readFile(parts.pathOf(id))
    if (bytes.length === 0) throw photoRefusal('no-file')
    const address = photoUrl(await storePhoto(deps, runnerId, bytes))
    await parts.remove(id)
    return address
  } catch (error) {
    // What is no photo will never be one; what only could not be kept now is tried again by the phone.
    if (error instanceof AppError) await parts.remove(id)
    throw error
  }
}

/** Undefined for what only tus has a word for. */
function toFailure(error: Error | { status_code: number; body: string }): Error | undefined {
  const status = 'status_code' in error ? error.status_code : undefined
  if (status === undefined) return error as Error
  if (status === 404) return notFound()
  if (status === 413) return photoRefusal('too-large')
  if (error === ERRORS.FILE_WRITE_ERROR) return new Error('The disk took no part of an upload')
  return undefined
}

import { api } from '@veni/domain/api'
import { type PhotoType, photoTypes } from '@veni/domain/photo'
import type { FastifyInstance } from 'fastify'
import { transactAs } from '../auth/guard.ts'
import { readEpoch } from '../db/epoch.ts'
import type { Deps } from '../deps.ts'
import { ReadyAnswer, serveWithoutTurn } from '../http/endpoint.ts'
import { notFound } from '../errors.ts'
import { limitCallsAtOnce } from '../limits/calls-at-once.ts'
import { urlOfFile, photoUrl, findPhoto, findShownPhoto, hashOf, storePhoto } from './service.ts'
import { checkPhotoQuota } from './photo-quota.ts'
import { receivePhoto, takeMultipart } from './receive-photo.ts'

export function registerPhotos(app: FastifyInstance, deps: Deps): void {
  // Only this scope reads multipart bodies.
  void app.register((scope, _options, done) => {
    takeMultipart(scope)
    scope.addHook('preParsing', limitCallsAtOnce(PHOTOS_AT_ONCE))
    serveWithoutTurn(scope, deps, api.uploadPhoto, async ({ request, runner }) => {
      await checkPhotoQuota(deps, runner.id)
      const bytes = await receivePhoto(request.body, request.headers['content-type'])
      const url = photoUrl(await storePhoto(deps, runner.id, bytes, transactAs(deps, request)))
      return { success: true as const, data: { url } }
    })
    done()
  })

  serveWithoutTurn(app, deps, api.image, async ({ params, runner, reply }) => {
    const { shown } = await requirePhoto(params.file, (hash) =>
      findShownPhoto(deps, runner.id, hash),
    )
    reply.type('image/jpeg').headers(photoHeaders)
    return new ReadyAnswer(shown)
  })

  serveWithoutTurn(app, deps, api.photoReceipt, async ({ params, runner }) => {
    const { bytes } = await requirePhoto(params.file, (hash) => findPhoto(deps, runner.id, hash))
    // The hash is computed from the stored bytes, because the phone deletes its own copy after this answer.
    const epoch = await readEpoch(deps.db)
    const data = { url: urlOfFile(params.file), sha256: hashOf(bytes), bytes: bytes.length, epoch }
    return { success: true as const, data }
  })
}

/** A whole photo is in memory, about 10 MB with its copies. Only older apps send photos this way. */
const PHOTOS_AT_ONCE = { perRunner: 4, total: 24 }

/** Throws `not-found`, also for the file ending of another type. */
async function requirePhoto<TPhoto extends { type: PhotoType }>(
  file: string,
  find: (hash: string) => Promise<TPhoto | undefined>,
): Promise<TPhoto> {
  const [hash = '', ending = ''] = file.split('.')
  const photo = await find(hash)
  if (!photo || photoTypes[photo.type][0] !== ending) throw notFound()
  return photo
}

/**
 * The browser must not store the photo, run it, or show it in a frame of another site. A person who saves it gets our
 * file name, which ends as what is shown: JPEG.
 */
const photoHeaders = {
  'content-disposition': 'inline; filename="photo.jpg"',
  'cache-control': 'private, no-store',
  vary: 'Cookie',
  'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
  'x-content-type-options': 'nosniff',
}

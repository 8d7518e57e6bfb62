import multipart from '@fastify/multipart'
import { api } from '@veni/domain/api'
import { photoTypes } from '@veni/domain/photo'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { serve } from '../http/endpoint.ts'
import { notFound } from '../errors.ts'
import { urlOfFile, photoUrl, findPhoto, hashOf, storePhoto } from './service.ts'
import { receivePhoto, uploadLimits } from './receive-photo.ts'

export async function registerPhotos(app: FastifyInstance, deps: Deps): Promise<void> {
  // Only this scope reads multipart bodies.
  await app.register(async (scope) => {
    await scope.register(multipart, { limits: uploadLimits, throwFileSizeLimit: false })
    serve(scope, deps, api.uploadPhoto, async ({ request, runner }) => {
      const bytes = await receivePhoto(request)
      const url = photoUrl(await storePhoto(deps, runner.id, bytes))
      return { success: true as const, data: { url } }
    })
  })

  serve(app, deps, api.image, async ({ params, runner, reply }) => {
    const photo = await requirePhoto(deps, runner.id, params.file)
    return reply.type(photo.type).headers(photoHeaders).send(photo.bytes)
  })

  serve(app, deps, api.photoReceipt, async ({ params, runner }) => {
    const { bytes } = await requirePhoto(deps, runner.id, params.file)
    // The hash is computed from the stored bytes, because the phone deletes its own copy after this answer.
    const data = { url: urlOfFile(params.file), sha256: hashOf(bytes), bytes: bytes.length }
    return { success: true as const, data }
  })
}

/** Throws `not-found`, also for the file ending of another type. */
async function requirePhoto(deps: Deps, runnerId: number, file: string) {
  const [hash = '', ending = ''] = file.split('.')
  const photo = await findPhoto(deps, runnerId, hash)
  if (!photo || photoTypes[photo.type][0] !== ending) throw notFound()
  return photo
}

/** The bytes under a name never change. A browser must not run them, whatever they are. */
const photoHeaders = {
  'cache-control': 'private, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
}

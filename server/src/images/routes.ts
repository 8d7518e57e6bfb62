import multipart from '@fastify/multipart'
import { api } from '@veni/domain/api'
import { type PhotoType, photoTypes } from '@veni/domain/photo'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { serve } from '../endpoint.ts'
import { notFound } from '../errors.ts'
import { receivePhoto, uploadLimits } from './receive-photo.ts'
import { findPhoto, keepPhoto } from './service.ts'

export async function registerImages(app: FastifyInstance, deps: Deps): Promise<void> {
  // A scope of its own: no other call reads multipart bodies.
  await app.register(async (scope) => {
    await scope.register(multipart, { limits: uploadLimits, throwFileSizeLimit: false })
    serve(scope, deps, api.uploadImage, async ({ request, runner }) => {
      const bytes = await receivePhoto(request)
      const { hash, type } = await keepPhoto(deps, runner.id, bytes)
      return { success: true as const, data: { url: urlOf(hash, type) } }
    })
  })

  serve(app, deps, api.image, async ({ params, runner, reply }) => {
    const [hash = '', ending = ''] = params.file.split('.')
    const photo = await findPhoto(deps, runner.id, hash)
    if (!photo || photoTypes[photo.type][0] !== ending) throw notFound()
    return reply.type(photo.type).headers(photoHeaders).send(photo.bytes)
  })
}

/** Relative to the API, which one server knows under many names. */
function urlOf(hash: string, type: PhotoType): string {
  return api.image.path.replace(':file', `${hash}.${photoTypes[type][0]}`)
}

/** What a name stands for never changes. Whatever the bytes are, a browser must not run them. */
const photoHeaders = {
  'cache-control': 'private, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
}

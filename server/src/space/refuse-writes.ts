import { api } from '@veni/domain/api'
import { UPLOADS_PATH } from '@veni/domain/api/photos'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { isCall } from '../http/is-call.ts'

/** The office frees space, which takes minutes; the phone waits and sends again by itself. */
const RETRY_AFTER_SECONDS = 60

export function fullDisk(): AppError {
  const sentence = 'The server has no space to store this. Please try again later.'
  return new AppError('unavailable', sentence, undefined, RETRY_AFTER_SECONDS)
}

/**
 * Answers `unavailable` to every call that stores something while the disk has too little space, before anything is
 * read or written. With PostgreSQL only photos are on this disk, and with an object store nothing is.
 */
export function refuseWritesWithoutSpace(app: FastifyInstance, { config, space }: Deps): void {
  if (config.databaseUrl !== undefined && config.s3) return
  const stores = config.databaseUrl === undefined ? isStoringCall : isStoringPhoto
  app.addHook('onRequest', async (request) => {
    if (stores(request) && (await space.isLow())) throw fullDisk()
  })
}

/** DELETE only frees space: it ends a session or an upload. */
const STORES = new Set(['POST', 'PUT', 'PATCH'])
const isStoringCall = (request: FastifyRequest) => STORES.has(request.method) && isCall(request)

const PHOTO_ROUTES = new Set<string | undefined>([
  api.uploadPhoto.path,
  UPLOADS_PATH,
  `${UPLOADS_PATH}/:id`,
])
const isStoringPhoto = ({ method, routeOptions }: FastifyRequest) =>
  STORES.has(method) && PHOTO_ROUTES.has(routeOptions.url)

import { Readable } from 'node:stream'
import { TUS_VERSION, UPLOAD_CONTENT_TYPE, UPLOADS_PATH } from '@veni/domain/api/photos'
import type { ErrorCode } from '@veni/domain/api/endpoint'
import { MAX_PHOTO_BYTES } from '@veni/domain/photo'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { requireRunner, runnerOf } from '../../auth/guard.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../errors.ts'
import { errorReply } from '../../http/error-replies.ts'
import { isUploadOf, openPhotoUploads } from './photo-uploads.ts'

const HOUR_MS = 3_600_000

/**
 * Photos in parts, by tus 1.0 (https://tus.io/protocols/resumable-upload). A protocol of its own, with headers for
 * answers, so it is no call of the contract; guard, log and refusals are those of every call.
 */
export async function registerUploads(app: FastifyInstance, deps: Deps): Promise<void> {
  const uploads = openPhotoUploads(deps)
  let sweptAt = deps.now().getTime()
  app.addHook('onReady', async () => void (await uploads.deleteExpired()))

  const handler = async (
    request: FastifyRequest<{ Params: { id?: string } }>,
    reply: FastifyReply,
  ) => {
    const runner = runnerOf(request)
    const { id } = request.params
    if (id !== undefined && !isUploadOf(id, runner.id)) throw notFound()
    if (request.method === 'POST' && deps.now().getTime() - sweptAt > HOUR_MS) {
      sweptAt = deps.now().getTime()
      await uploads.deleteExpired()
    }
    if (isOtherVersion(request)) {
      return reply.code(412).header('tus-version', TUS_VERSION).send(refusalOf(412, 'tus 1.0.0'))
    }
    return send(reply, await uploads.answer(toWebRequest(request), runner.id))
  }

  await app.register(async (scope) => {
    // The bytes go to the disk as they come, and nothing else is read here.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(UPLOAD_CONTENT_TYPE, (_request, payload, done) =>
      done(null, payload),
    )
    // Also on what is refused before tus sees it.
    scope.addHook('onRequest', async (_request, reply) => {
      reply.header('tus-resumable', TUS_VERSION)
    })
    const common = { onRequest: requireRunner(deps), bodyLimit: MAX_PHOTO_BYTES, handler }
    scope.route({ ...common, method: ['POST', 'OPTIONS'], url: UPLOADS_PATH })
    const ofOne = ['HEAD', 'PATCH', 'DELETE', 'OPTIONS'] as const
    scope.route({ ...common, method: [...ofOne], url: `${UPLOADS_PATH}/:id` })
  })
}

function isOtherVersion({ method, headers }: FastifyRequest): boolean {
  return method !== 'OPTIONS' && headers['tus-resumable'] !== TUS_VERSION
}

/** Only what the protocol reads: no cookie goes where none is asked for. */
const readHeaders = [
  'content-length',
  'content-type',
  'tus-resumable',
  'upload-concat',
  'upload-defer-length',
  'upload-length',
  'upload-metadata',
  'upload-offset',
]

function toWebRequest(request: FastifyRequest): Request {
  const headers = new Headers()
  for (const name of readHeaders) {
    const value = request.headers[name]
    if (typeof value === 'string') headers.set(name, value)
  }
  const { body, method } = request
  return new Request(new URL(request.url, 'http://uploads'), {
    method,
    headers,
    ...(body instanceof Readable && {
      body: Readable.toWeb(body) as RequestInit['body'],
      duplex: 'half',
    }),
  })
}

async function send(reply: FastifyReply, answer: Response): Promise<FastifyReply> {
  for (const [name, value] of answer.headers)
    // Other sites have no business here, and a refusal has a body of our own.
    if (!name.startsWith('access-control-') && name !== 'content-length') reply.header(name, value)
  reply.code(answer.status)
  if (answer.status >= 400)
    return reply
      .type('application/json; charset=utf-8')
      .send(refusalOf(answer.status, (await answer.text()).trim()))
  return reply.send()
}

/** The statuses are tus'; the body is that of every refusal. */
function refusalOf(status: number, message: string) {
  return errorReply(codes[status] ?? 'bad-request', message)
}

const codes: Partial<Record<number, ErrorCode>> = {
  409: 'conflict',
  410: 'not-found',
  423: 'in-progress',
  500: 'internal',
}

import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { TUS_VERSION, UPLOAD_CONTENT_TYPE, UPLOADS_PATH } from '@veni/domain/api/photos'
import type { ErrorCode } from '@veni/domain/api/endpoint'
import { MAX_PHOTO_BYTES } from '@veni/domain/photo'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { runnerOf, transactAs } from '../../auth/guard.ts'
import type { Deps } from '../../deps.ts'
import { AppError, notFound } from '../../errors.ts'
import { limitCallsAtOnce } from '../../limits/calls-at-once.ts'
import { guardRunnerCall } from '../../limits/guard-call.ts'
import { errorReply } from '../../http/error-replies.ts'
import { checkPhotoQuota } from '../photo-quota.ts'
import { isUploadOf, openPhotoUploads, type PhotoUploads } from './photo-uploads.ts'

const HOUR_MS = 3_600_000
const MAX_METADATA_BYTES = 1024
/**
 * A part goes to the disk as it arrives; with a bucket, all parts have a limit of their own (object-uploads.ts). tus looks all
 * the time for a lock it waits for.
 */
const PARTS_AT_ONCE = { perRunner: 8, total: 400 }

/**
 * Resumable uploads by tus 1.0 (https://tus.io/protocols/resumable-upload). tus answers with headers, so it is no call
 * of the contract, but session check, log and refusals are the same.
 */
export async function registerUploads(app: FastifyInstance, deps: Deps): Promise<void> {
  const uploads = openPhotoUploads(deps)
  const cleaning = createCleaning(deps, uploads)
  let endUse = (): unknown => undefined
  app.addHook('onReady', async () => {
    endUse = await uploads.start()
    await cleaning.run()
  })
  app.addHook('onClose', async () => {
    cleaning.end()
    endUse()
  })
  const handler = createHandler(deps, uploads, cleaning.run)

  await app.register(async (scope) => {
    // tus writes the bytes to the disk as they arrive; nothing else is read here.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(UPLOAD_CONTENT_TYPE, (_request, payload, done) =>
      done(null, payload),
    )
    // This header is also needed on refusals before tus.
    scope.addHook('onRequest', async (_request, reply) => {
      reply.header('tus-resumable', TUS_VERSION)
    })
    scope.addHook('preParsing', limitCallsAtOnce(PARTS_AT_ONCE))
    const common = {
      onRequest: guardRunnerCall(app, deps, 'uploads'),
      bodyLimit: MAX_PHOTO_BYTES,
      handler,
    }
    scope.route({ ...common, method: ['POST', 'OPTIONS'], url: UPLOADS_PATH })
    const ofOne = ['HEAD', 'PATCH', 'DELETE', 'OPTIONS'] as const
    scope.route({ ...common, method: [...ofOne], url: `${UPLOADS_PATH}/:id` })
  })
}

/** With a slow bucket it takes minutes to delete a thousand uploads. Neither a phone nor the start waits for that. */
const MOST_WAIT_MS = 2_000

/** Deletes the expired uploads. `run` resolves while a slow deletion goes on, and after a failure. */
function createCleaning({ log }: Pick<Deps, 'log'>, uploads: PhotoUploads) {
  let hasEnded = false
  async function deleteExpired(): Promise<void> {
    try {
      await uploads.deleteExpired()
    } catch (error) {
      // A deletion that runs when the database is closed is no failure.
      if (!hasEnded) log.error('The expired uploads were not deleted', error)
    }
  }
  return {
    run: () => Promise.race([deleteExpired(), wait(MOST_WAIT_MS, undefined, { ref: false })]),
    end: () => void (hasEnded = true),
  }
}

type UploadRequest = FastifyRequest<{ Params: { id?: string } }>

function createHandler(deps: Deps, uploads: PhotoUploads, clean: () => Promise<void>) {
  let cleanedAt = deps.now().getTime()
  return async (request: UploadRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const runner = runnerOf(request)
    const { id } = request.params
    if (id !== undefined && !isUploadOf(id, runner.id)) throw notFound()
    const at = deps.now().getTime()
    // The clock may have been set back.
    if (request.method === 'POST' && Math.abs(at - cleanedAt) > HOUR_MS) {
      cleanedAt = at
      await clean()
    }
    if (request.method === 'POST') await checkNewUpload(deps, request, runner.id)
    if (isOtherVersion(request)) {
      return reply.code(412).header('tus-version', TUS_VERSION).send(refusalOf(412, 'tus 1.0.0'))
    }
    return send(
      reply,
      await uploads.answer(toWebRequest(request), {
        runnerId: runner.id,
        transact: transactAs(deps, request),
      }),
    )
  }
}

/** Throws `rate-limited` and `bad-request` before anything of the upload is stored. */
async function checkNewUpload(
  deps: Deps,
  { headers }: FastifyRequest,
  runnerId: number,
): Promise<void> {
  if (String(headers['upload-metadata'] ?? '').length > MAX_METADATA_BYTES)
    throw new AppError('bad-request', 'Upload-Metadata is longer than 1 KB.')
  await checkPhotoQuota(deps, runnerId)
}

function isOtherVersion({ method, headers }: FastifyRequest): boolean {
  return method !== 'OPTIONS' && headers['tus-resumable'] !== TUS_VERSION
}

/** The headers that the protocol reads; tus needs no cookie. */
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

/**
 * The address has only the id whose owner was checked: tus takes the text behind the last slash, also of a query, and
 * would find another runner's upload there.
 */
function toWebRequest(request: UploadRequest): Request {
  const { id } = request.params
  const path = id === undefined ? UPLOADS_PATH : `${UPLOADS_PATH}/${id}`
  const headers = new Headers()
  for (const name of readHeaders) {
    const value = request.headers[name]
    if (typeof value === 'string') headers.set(name, value)
  }
  const { body, method } = request
  return new Request(new URL(path, 'http://uploads'), {
    method,
    headers,
    ...(body instanceof Readable && {
      body: Readable.toWeb(Readable.from(readWhatArrives(body))) as RequestInit['body'],
      duplex: 'half',
    }),
  })
}

/** The bytes until the phone has sent all, or has gone: then what has arrived counts, and the upload goes on behind it. */
async function* readWhatArrives(body: Readable): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of body) yield chunk as Buffer
  } catch {
    // tus would wait for more for ever.
  }
}

async function send(reply: FastifyReply, answer: Response): Promise<FastifyReply> {
  for (const [name, value] of answer.headers)
    // Other sites may not call this, and a refusal gets our own body.
    if (!name.startsWith('access-control-') && name !== 'content-length') reply.header(name, value)
  // tus answers 501 to an extension that it does not have, although the server works.
  const status = answer.status === 501 ? 400 : answer.status
  reply.code(status)
  if (status >= 400)
    return reply
      .type('application/json; charset=utf-8')
      .send(refusalOf(status, (await answer.text()).trim()))
  return reply.send()
}

/** The status comes from tus; the body has the shape of every refusal. */
function refusalOf(status: number, message: string) {
  return errorReply(codes[status] ?? 'bad-request', message)
}

const codes: Partial<Record<number, ErrorCode>> = {
  409: 'conflict',
  410: 'not-found',
  423: 'in-progress',
  500: 'internal',
}

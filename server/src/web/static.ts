import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { errorReply } from '../errors.ts'
import { webDistFolder } from '../package-root.ts'
import { type AppPage, makeAppPage } from './app-page.ts'
import { sendSecurityHeaders } from './security-headers.ts'

/** The built app: its files, and its page for every address that the app itself routes. */
export async function registerWeb(
  app: FastifyInstance,
  appConfig: Config['app'],
  folder = webDistFolder,
): Promise<void> {
  await app.register(async (scope) => {
    const index = join(folder, 'index.html')
    const page = existsSync(index) ? makeAppPage(readFileSync(index, 'utf8'), appConfig) : undefined
    await sendSecurityHeaders(scope, appConfig, page)
    if (page) await registerFiles(scope, folder)
    scope.setNotFoundHandler(async (request, reply) => {
      if (page && isAppAddress(request)) return sendPage(page, request, reply)
      return reply.code(404).send(errorReply('not-found', 'There is nothing at this address.'))
    })
  })
}

async function registerFiles(scope: FastifyInstance, folder: string): Promise<void> {
  await scope.register(fastifyStatic, {
    root: folder,
    index: false,
    preCompressed: true,
    cacheControl: false,
    // The page goes out with its settings, never as the file; folders are no files.
    allowedPath: (path) => !path.startsWith('/index.html') && !path.endsWith('/'),
    setHeaders: (reply, path) => void reply.header('cache-control', cacheControl(path)),
  })
}

/** The build names what lies in assets/ after its content; all else, the service worker above all, must be asked for anew. */
function cacheControl(path: string): string {
  return path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'
}

/** A route of the app has no file ending: what looks like a file and is not there must fail, not answer HTML. */
function isAppAddress({ method, url }: FastifyRequest): boolean {
  const path = url.split('?')[0] ?? ''
  if (path === '/index.html') return true
  const isPage = !path.startsWith('/api/') && !basename(path).includes('.')
  return (method === 'GET' || method === 'HEAD') && isPage
}

function sendPage(page: AppPage, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.headers({ 'cache-control': 'no-cache', etag: page.etag, vary: 'accept-encoding' })
  if (request.headers['if-none-match']?.includes(page.etag)) return reply.code(304).send()
  reply.code(200).type('text/html; charset=utf-8')
  const accepted = String(request.headers['accept-encoding'] ?? '').split(/[\s,;]+/)
  const known = page.encoded.find(([encoding]) => accepted.includes(encoding))
  if (!known) return reply.send(page.html)
  const [encoding, bytes] = known
  return reply.header('content-encoding', encoding).send(bytes)
}

import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'
import { nameNewBrowser } from '../auth/browser-cookie.ts'
import type { Deps } from '../deps.ts'
import { errorReply } from '../http/error-replies.ts'
import { isCall } from '../http/is-call.ts'
import { webDistFolder } from '../config/folders.ts'
import { type AppPage, makeAppPage, sha256 } from './app-page.ts'
import { digest, makeMemoryFile, type MemoryFile, sendFile } from './memory-file.ts'

/** The built app; `page` is undefined when it was not built. */
export interface Web {
  readonly folder: string
  readonly page: AppPage | undefined
}

export function readWeb(appConfig: Config['app'], folder = webDistFolder): Web {
  const index = readIfThere(join(folder, 'index.html'))
  return { folder, page: index === undefined ? undefined : makeAppPage(index, appConfig) }
}

/** Serves the files of the built app, and its page for every address that the app routes. */
export async function registerWeb(
  app: FastifyInstance,
  deps: Pick<Deps, 'randomBytes'>,
  { folder, page }: Web,
): Promise<void> {
  await app.register(async (scope) => {
    if (page) await registerFiles(scope, folder, page.text)
    scope.setNotFoundHandler(async (request, reply) => {
      if (page && isAppAddress(request)) {
        nameNewBrowser(deps, request, reply)
        return sendFile(page, request, reply)
      }
      return reply.code(404).send(errorReply('not-found', 'There is nothing at this address.'))
    })
  })
}

const readIfThere = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined)

async function registerFiles(
  scope: FastifyInstance,
  folder: string,
  pageHtml: string,
): Promise<void> {
  const script = readIfThere(join(folder, 'sw.js'))
  if (script !== undefined) {
    const builtHtml = readIfThere(join(folder, 'index.html')) ?? ''
    const worker = makeServiceWorker(script, { builtHtml, pageHtml })
    scope.get('/sw.js', (request, reply) => sendFile(worker, request, reply))
  }
  await scope.register(fastifyStatic, {
    root: folder,
    index: false,
    preCompressed: true,
    cacheControl: false,
    // The page is sent with its settings, never as the file, and folders are no files.
    allowedPath: (path) => !path.startsWith('/index.html') && !path.endsWith('/'),
    setHeaders: (reply, path) => void reply.header('cache-control', cacheControl(path)),
  })
}

/** The placeholder that scripts/build/service-worker.mjs writes for the version of the page. */
const PAGE_REVISION = /page-[\w-]{22}/

/**
 * Puts the version and the digest of the page, as this deployment sends it, into the built service worker. When a setting
 * changes, phones fetch the page again although nothing was built.
 */
function makeServiceWorker(
  script: string,
  { builtHtml, pageHtml }: { readonly builtHtml: string; readonly pageHtml: string },
): MemoryFile {
  const ofDeployment = script
    .replace(PAGE_REVISION, `page-${digest(pageHtml)}`)
    .replace(`sha256-${sha256(builtHtml)}`, () => `sha256-${sha256(pageHtml)}`)
  return makeMemoryFile(ofDeployment, 'text/javascript')
}

/**
 * Files in assets/ have a hash of their content in their name. Other files, above all the service worker, must be
 * requested again.
 */
function cacheControl(path: string): string {
  return path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'
}

/** A route of the app has no file ending. A missing file must answer 404, not HTML. */
function isAppAddress(request: FastifyRequest): boolean {
  const { method, url } = request
  const path = url.split('?')[0] ?? ''
  if (path === '/index.html') return true
  const isPage = !isCall(request) && !basename(path).includes('.')
  return (method === 'GET' || method === 'HEAD') && isPage
}

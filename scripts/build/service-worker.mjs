import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { at } from '../process/repository.mjs'

/**
 * The files of the app. Icons of the installed app and source maps are fetched only when something needs them, and no
 * browser with a service worker needs old-browser.js.
 */
const appFile = /^(?!old-browser).*\.(html|js|css|svg)$/

/**
 * Builds the service worker into the folder of the built app. The service worker stores every file of the app.
 * @param {typeof import('vite')} vite
 * @param {string} dist
 */
export async function buildServiceWorker(vite, dist) {
  const files = await builtFiles(dist)
  await vite.build({
    configFile: false,
    root: at('web'),
    publicDir: false,
    logLevel: 'warn',
    define: {
      BUILT_FILES: JSON.stringify(files),
      'process.env.NODE_ENV': JSON.stringify('production'),
    },
    build: {
      outDir: dist,
      emptyOutDir: false,
      target: 'es2022',
      minify: 'terser',
      rolldownOptions: {
        input: at('web/service-worker/worker.ts'),
        // One classic script: older phones do not support modules in service workers.
        output: { format: 'iife', entryFileNames: 'sw.js' },
      },
    },
  })
}

/**
 * Every file with its revision, and with the digest that its content must have: otherwise a page of an intermediary with
 * status 200 would be stored as a file of the app. Files in assets/ have a hash in their name and need none. The revision of index.html
 * starts with `page-`, so that the server can replace it (server/src/web/static.ts).
 * @param {string} dist
 */
async function builtFiles(dist) {
  const names = (await readdir(dist, { recursive: true })).filter((name) => appFile.test(name))
  return Promise.all(
    names.toSorted().map(async (name) => {
      const digest = createHash('sha256').update(await readFile(join(dist, name)))
      const revision = digest.copy().digest('base64url').slice(0, 22)
      return {
        url: `/${name}`,
        revision: name.startsWith('assets/')
          ? null
          : `${name === 'index.html' ? 'page-' : ''}${revision}`,
        integrity: `sha256-${digest.digest('base64')}`,
      }
    }),
  )
}

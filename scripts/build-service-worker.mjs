import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { at } from './root.mjs'

/** What the app is made of; icons of the installed app and maps of the sources are fetched by those who need them. */
const kept = /\.(html|js|css|svg)$/

/**
 * Builds the service worker beside the built app, whose every file it keeps on the phone.
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
        // One classic script: modules in service workers are younger than the phones.
        output: { format: 'iife', entryFileNames: 'sw.js' },
      },
    },
  })
}

/**
 * Every file with what tells its versions apart: those in assets/ say it in their name. That of the page, which a server
 * may write its settings into, is marked for it (server/src/web/service-worker.ts).
 * @param {string} dist
 */
async function builtFiles(dist) {
  const names = (await readdir(dist, { recursive: true })).filter((name) => kept.test(name))
  return Promise.all(
    names.toSorted().map(async (name) => ({
      url: `/${name}`,
      revision: name.startsWith('assets/')
        ? null
        : `${name === 'index.html' ? 'page-' : ''}${revisionOf(await readFile(join(dist, name)))}`,
    })),
  )
}

/** @param {Buffer} content */
const revisionOf = (content) =>
  createHash('sha256').update(content).digest('base64url').slice(0, 22)

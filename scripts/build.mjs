import { existsSync } from 'node:fs'
import { digest, stamp } from './digest.mjs'
import { Refusal } from './refusal.mjs'
import { at } from './root.mjs'
import { run } from './run.mjs'

const shared = ['domain/src', 'package-lock.json', 'tsconfig.base.json', 'scripts/workspace.mjs']

/**
 * @typedef {object} Part
 * @property {string} title
 * @property {string} program what builds it
 * @property {string[]} sources what goes into it
 * @property {string} result the file or folder that shows it is there
 */

/** @satisfies {Record<string, Part>} */
const parts = {
  app: {
    title: 'app',
    program: 'scripts/build-web.mjs',
    sources: [
      ...shared,
      'web/src',
      'web/public',
      'web/index.html',
      'web/package.json',
      'web/vite.config.ts',
      'web/build',
      'web/service-worker',
      'scripts/build-web.mjs',
      'scripts/build-service-worker.mjs',
      'scripts/compress.mjs',
    ],
    result: 'web/dist/index.html',
  },
  server: {
    title: 'server',
    program: 'scripts/build-server.mjs',
    sources: [...shared, 'server/src', 'server/package.json', 'scripts/build-server.mjs'],
    result: 'server/dist/main.js',
  },
  template: {
    title: 'database template',
    program: 'server/dist/build-template.js',
    sources: [
      'server/src/db/build-template.ts',
      'server/src/db/embedded-folder.ts',
      'package-lock.json',
    ],
    result: 'server/dist/database-template',
  },
}

/** Builds what has changed of app and server since they were last built. */
export async function ensureBuilt() {
  await Promise.all([ensurePart(parts.app), ensureServerBuilt()])
}

/** The server alone, with the empty database that every first start copies. */
export async function ensureServerBuilt() {
  await ensurePart(parts.server)
  await ensurePart(parts.template)
}

/**
 * Builds in a process of its own: the bundlers' memory is gone when the server starts.
 * @param {Part} part
 */
async function ensurePart({ title, program, sources, result }) {
  const built = stamp(`.cache/built/${title.replace(' ', '-')}`)
  const wanted = digest(sources)
  if (built.matches(wanted) && existsSync(at(result))) return
  console.error(`Building the ${title} ...`)
  built.clear()
  const env = { NODE_ENV: 'production' }
  const { code, output } = await run(process.execPath, [at(program)], { quiet: true, env })
  if (code !== 0) {
    throw new Refusal(`${output.trim()}\nThe ${title} could not be built; the lines above say why.`)
  }
  built.write(wanted)
}

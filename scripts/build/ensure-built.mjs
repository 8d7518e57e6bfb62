import { existsSync } from 'node:fs'
import { digest, stamp } from './digest.mjs'
import { oneAtATime } from '../process/one-at-a-time.mjs'
import { Refusal } from '../process/refusal.mjs'
import { at } from '../process/repository.mjs'
import { run } from '../process/run.mjs'

const shared = [
  'domain/src',
  'package-lock.json',
  'tsconfig.base.json',
  'scripts/process/repository.mjs',
]

/**
 * @typedef {object} Part
 * @property {string} title
 * @property {string} program the script that builds it
 * @property {string[]} sources files and folders: a change in one of them needs a new build
 * @property {string} result the file or folder that exists after a build
 */

/** @satisfies {Record<string, Part>} */
const parts = {
  app: {
    title: 'app',
    program: 'scripts/build/build-web.mjs',
    sources: [
      ...shared,
      'web/src',
      'web/public',
      'web/index.html',
      'web/package.json',
      'web/vite.config.ts',
      'web/build',
      'web/service-worker',
      'scripts/build/build-web.mjs',
      'scripts/build/service-worker.mjs',
    ],
    result: 'web/dist/index.html',
  },
  server: {
    title: 'server',
    program: 'scripts/build/build-server.mjs',
    sources: [...shared, 'server/src', 'server/package.json', 'scripts/build/build-server.mjs'],
    result: 'server/dist/main.js',
  },
  template: {
    title: 'database template',
    program: 'server/dist/build-template.js',
    sources: [
      'server/src/db/embedded/build-template.ts',
      'server/src/db/embedded/embedded-folder.ts',
      'package-lock.json',
    ],
    result: 'server/dist/database-template',
  },
}

/** Builds the app and the server, each only if its sources have changed since the last build. */
export async function ensureBuilt() {
  await Promise.all([ensurePart(parts.app), ensureServerBuilt()])
}

/** Builds the server, and the empty database that every first start copies. */
export async function ensureServerBuilt() {
  await ensurePart(parts.server)
  await ensurePart(parts.template)
}

/**
 * Two commands may start at once after an update: the second one waits for the build of the first, and uses it.
 * @param {Part} part
 */
async function ensurePart(part) {
  if (isBuilt(part)) return
  await oneAtATime(`build-${nameOf(part)}`, async () => {
    if (!isBuilt(part)) await build(part)
  })
}

/** @param {Part} part */
const nameOf = ({ title }) => title.replace(' ', '-')

/** @param {Part} part */
const stampOf = (part) => stamp(`.cache/built/${nameOf(part)}`)

/** @param {Part} part */
const isBuilt = (part) => stampOf(part).matches(digest(part.sources)) && existsSync(at(part.result))

/**
 * Builds in a separate process, so that the memory of the bundlers is free when the server starts.
 * @param {Part} part
 */
async function build(part) {
  const { title, program, sources } = part
  const built = stampOf(part)
  const wanted = digest(sources)
  console.error(`Building the ${title} ...`)
  built.clear()
  const env = { NODE_ENV: 'production' }
  const { code, output } = await run(process.execPath, [at(program)], { quiet: true, env })
  if (code !== 0) {
    throw new Refusal(
      `${output.trim()}\nThe build of the ${title} failed. The lines above show the reason.`,
    )
  }
  built.write(wanted)
}

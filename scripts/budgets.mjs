import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { at } from './process/repository.mjs'

/**
 * The bytes that a phone fetches, after gzip (1 KB is 1,000 bytes).
 * @type {Record<string, number>}
 */
const budgets = {
  'first visit to /login': 90_400,
  'first visit to /deliveries': 120_000,
  'each later screen': 14_000,
  'whole app': 246_600,
}

/** Chunks that several screens share are fetched once, before the screens (web/vite.config.ts). */
const shared = /^_(first|react-dom|home|work|rolldown-runtime)-/

/**
 * Prints the sizes of the built app.
 * @param {string} [dist]
 * @returns {boolean} whether every size is within its budget
 */
export function isWithinBudget(dist = at('web/dist')) {
  const { scripts, signedIn } = filesOfPage(readFileSync(join(dist, 'index.html'), 'utf8'))
  const page = ['index.html', ...scripts]
  const all = readdirSync(join(dist, 'assets')).filter((file) => /\.(js|css)$/.test(file))
  const laterBytes = laterScreens(dist).map((files) => bytesOf(dist, files))
  console.log(`service worker, not in the budgets: ${bytesOf(dist, ['sw.js'])} bytes`)
  return [
    isWithin('first visit to /login', bytesOf(dist, page)),
    isWithin('first visit to /deliveries', bytesOf(dist, [...page, ...signedIn])),
    isWithin('each later screen', Math.max(...laterBytes)),
    isWithin('whole app', bytesOf(dist, ['index.html', ...all.map((file) => `assets/${file}`)])),
  ].every(Boolean)
}

/** @type {(name: string, bytes: number) => boolean} */
function isWithin(name, bytes) {
  const budget = budgets[name] ?? 0
  console.log(`${name}: ${bytes} of ${budget} bytes`)
  return bytes <= budget
}

/**
 * Reads the scripts of the page and the other files of a first visit with a session (web/build/first-paint.ts).
 * @param {string} html
 */
function filesOfPage(html) {
  const scripts = [...html.matchAll(/import\("\/(assets\/[^"]+)"\)/g)].map(([, file = '']) => file)
  const [, list] = /href of (\["\/assets\/[^\]]+\])/.exec(html) ?? []
  if (scripts.length === 0 || !list)
    throw new Error('The page does not name the files of its first screen')
  /** @type {string[]} */
  const paths = JSON.parse(list)
  return { scripts, signedIn: paths.map((path) => path.slice(1)) }
}

/**
 * @typedef {{ file: string, imports?: string[], dynamicImports?: string[], css?: string[] }} Entry
 * @param {string} dist
 * @returns {string[][]} the files of each group of later screens
 */
function laterScreens(dist) {
  /** @type {Record<string, Entry>} */
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))
  /** @type {(name: string, files?: Set<string>) => Set<string>} */
  const filesOf = (name, files = new Set()) => {
    const entry = manifest[name]
    if (!entry || files.has(entry.file)) return files
    for (const file of [entry.file, ...(entry.css ?? [])]) files.add(file)
    for (const part of entry.imports ?? []) if (!shared.test(part)) filesOf(part, files)
    return files
  }
  const later = Object.keys(manifest)
    .filter((name) => name.startsWith('_first-'))
    .flatMap((name) => manifest[name]?.dynamicImports ?? [])
    .filter((name) => name.startsWith('_') && !shared.test(name))
  return later.map((name) => [...filesOf(name)])
}

/** @type {(dist: string, files: readonly string[]) => number} */
const bytesOf = (dist, files) =>
  files
    .map((file) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length)
    .reduce((sum, bytes) => sum + bytes, 0)

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { at } from './process/repository.mjs'

/**
 * What a phone fetches to draw, in bytes, compressed as the server sends it (1 KB is 1,000 bytes).
 * The service worker, which keeps what was fetched, is told beside them.
 * @typedef {{ gzip: number, brotli: number }} Weight
 */

/** @satisfies {Record<string, Partial<Weight>>} */
const budgets = {
  'first visit to /login': { gzip: 85_000, brotli: 74_000 },
  'first visit to /deliveries': { gzip: 100_000, brotli: 87_000 },
  'each later screen': { gzip: 12_000 },
  'whole app': { gzip: 180_000 },
}

/** What all screens share is fetched once, ahead of them (web/vite.config.ts). */
const shared = /^_(first|login|home|work)-/

/**
 * Says what the built app weighs.
 * @param {string} [dist]
 * @returns {boolean} whether it keeps its budgets
 */
export function keepsBudget(dist = at('web/dist')) {
  const { scripts, signedIn, signedOut } = filesOfPage(
    readFileSync(join(dist, 'index.html'), 'utf8'),
  )
  const page = ['index.html', ...scripts]
  const all = readdirSync(join(dist, 'assets')).filter((file) => /\.(js|css)$/.test(file))
  const weights = {
    'first visit to /login': weightOf(dist, [...page, ...signedOut]),
    'first visit to /deliveries': weightOf(dist, [...page, ...signedIn]),
    'each later screen': heaviest(laterScreens(dist).map((files) => weightOf(dist, files))),
    'whole app': weightOf(dist, ['index.html', ...all.map((file) => `assets/${file}`)]),
  }
  say('service worker', weightOf(dist, ['sw.js']), {})
  return Object.entries(budgets)
    .map(([name, budget]) => say(name, weights[/** @type {keyof typeof weights} */ (name)], budget))
    .every(Boolean)
}

/** @type {(name: string, weight: Weight, budget: Partial<Weight>) => boolean} */
function say(name, { gzip, brotli }, budget) {
  const of = (/** @type {number | undefined} */ limit) =>
    limit === undefined ? '' : ` of ${limit}`
  console.log(
    `${name}: ${gzip}${of(budget.gzip)} bytes with gzip, ${brotli}${of(budget.brotli)} with brotli`,
  )
  return gzip <= (budget.gzip ?? Infinity) && brotli <= (budget.brotli ?? Infinity)
}

/**
 * The page's own scripts, and what it fetches beside them for its first screen (web/build/first-paint.ts).
 * @param {string} html
 */
function filesOfPage(html) {
  const [, entry] = /import\("\/(assets\/[^"]+)"\)/.exec(html) ?? []
  const hints = [...html.matchAll(/\["\/assets\/[^\]]+\]/g)].map(([list]) => {
    /** @type {string[]} */
    const paths = JSON.parse(list)
    return paths.map((path) => path.slice(1))
  })
  const [signedIn, signedOut] = hints
  if (!entry || !signedIn || !signedOut)
    throw new Error('The page does not name the files of its first screen')
  return { scripts: [entry], signedIn, signedOut }
}

/**
 * @typedef {{ file: string, imports?: string[], dynamicImports?: string[], css?: string[] }} Entry
 * @param {string} dist
 * @returns {string[][]} of each group of screens the files that it brings along
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

/** @type {(weights: readonly Weight[]) => Weight} */
const heaviest = (weights) => weights.reduce((one, other) => (one.gzip > other.gzip ? one : other))

/**
 * @param {string} dist
 * @param {Iterable<string>} files
 * @returns {Weight}
 */
function weightOf(dist, files) {
  const contents = [...files].map((file) => readFileSync(join(dist, file)))
  return {
    gzip: contents.reduce((sum, content) => sum + gzipSync(content, { level: 9 }).length, 0),
    brotli: contents.reduce((sum, content) => sum + brotliCompressSync(content).length, 0),
  }
}

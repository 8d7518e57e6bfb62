import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { at } from './root.mjs'

/**
 * What a phone fetches, in bytes, compressed as the server sends it (1 KB is 1,000 bytes). React itself is 67,759
 * with gzip and 58,312 with brotli.
 */
const firstVisit = { gzip: 85_000, brotli: 74_000 }

/**
 * Says what the first visit to the built app weighs.
 * @param {string} [dist]
 * @returns {boolean} whether it keeps its budget
 */
export function keepsBudget(dist = at('web/dist')) {
  const page = filesOfPage(readFileSync(join(dist, 'index.html'), 'utf8'))
  const { gzip, brotli } = weightOf(dist, ['index.html', ...page])
  console.log(`first visit: ${gzip} of ${firstVisit.gzip} bytes with gzip`)
  console.log(`first visit: ${brotli} of ${firstVisit.brotli} bytes with brotli`)
  return gzip <= firstVisit.gzip && brotli <= firstVisit.brotli
}

/**
 * What the page itself asks for: its scripts and its styles.
 * @param {string} html
 */
const filesOfPage = (html) =>
  [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].flatMap(([, file]) => file ?? [])

/**
 * @param {string} dist
 * @param {Iterable<string>} files
 */
function weightOf(dist, files) {
  const contents = [...files].map((file) => readFileSync(join(dist, file)))
  return {
    gzip: contents.reduce((sum, content) => sum + gzipSync(content, { level: 9 }).length, 0),
    brotli: contents.reduce((sum, content) => sum + brotliCompressSync(content).length, 0),
  }
}

import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const compressible = /\.(js|css|svg|json|webmanifest|txt)$/
// Below this the headers weigh more than what is saved.
const smallestBytes = 1024

/**
 * Puts a `.br` and a `.gz` beside every text file, for a server that sends what is there.
 * Pictures and fonts are compressed already; index.html is not, as the server writes the run-time
 * configuration into it.
 * @param {string} folder
 */
export async function compressFolder(folder) {
  const names = await readdir(folder, { recursive: true })
  const files = names.filter((name) => compressible.test(name))
  await Promise.all(files.map((name) => compressFile(join(folder, name))))
}

/** @param {string} file */
async function compressFile(file) {
  const content = await readFile(file)
  if (content.length < smallestBytes) return
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 }
  await Promise.all([
    promisify(brotliCompress)(content, { params }).then((data) => writeFile(`${file}.br`, data)),
    promisify(gzip)(content, { level: 9 }).then((data) => writeFile(`${file}.gz`, data)),
  ])
}

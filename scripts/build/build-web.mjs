import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { at, packageOf } from '../process/repository.mjs'
import { buildServiceWorker } from './service-worker.mjs'

const compressible = /\.(js|css|svg|json|webmanifest|txt)$/
// A smaller file would not become smaller than its extra headers.
const smallestBytes = 1024

/** @type {typeof import('vite')} */
const vite = await packageOf('web', 'vite')

try {
  await vite.build({ root: at('web'), logLevel: 'warn' })
  await buildServiceWorker(vite, at('web/dist'))
  await compressFolder(at('web/dist'))
} catch (error) {
  // The message has the file and the line. The stack of the bundler adds nothing.
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

/**
 * Writes a `.br` and a `.gz` copy beside every text file, for servers that send prepared files.
 * It leaves out index.html, because the server writes the run-time configuration into it.
 * @param {string} folder
 */
async function compressFolder(folder) {
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

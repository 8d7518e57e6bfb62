import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { at } from '../process/repository.mjs'

const isTest = (/** @type {string} */ name) => /\.(test|spec)\.[a-z]+$/.test(name)

/**
 * One hash over the names and contents of files and folders, without tests. It does not use file times, because a
 * fresh clone or another branch changes them although the contents are the same.
 * @param {string[]} paths relative to the repository; missing ones are skipped
 */
export function digest(paths) {
  const hash = createHash('sha256').update(process.version)
  for (const file of paths.flatMap(filesUnder)) {
    hash.update(`\0${file}\0`).update(readFileSync(at(file)))
  }
  return hash.digest('hex')
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function filesUnder(path) {
  if (!existsSync(at(path))) return []
  if (!statSync(at(path)).isDirectory()) return isTest(path) ? [] : [path]
  return readdirSync(at(path))
    .sort()
    .flatMap((name) => filesUnder(join(path, name)))
}

/**
 * A file that stores the digest of the sources from which something was built.
 * @param {string} path
 */
export const stamp = (path) => ({
  /** @param {string} value */
  matches: (value) => existsSync(at(path)) && readFileSync(at(path), 'utf8') === value,
  /** @param {string} value */
  write(value) {
    mkdirSync(at(path, '..'), { recursive: true })
    writeFileSync(at(path), value)
  },
  clear: () => rmSync(at(path), { force: true }),
})

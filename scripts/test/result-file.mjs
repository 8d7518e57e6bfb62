import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * What identifies a long run. One that was ended continues from its result, which has these fields and others.
 * @typedef {object} Run
 * @property {string} sources digest of what was tested
 * @property {number} firstSeed
 */

/**
 * The result to continue from: that of the file, if it is of the same sources and seeds.
 * @template {Run} Result
 * @param {string} file
 * @param {Result} none a new result
 * @returns {Result}
 */
export function readResult(file, none) {
  if (!existsSync(file)) return none
  /** @type {Result} */
  const found = JSON.parse(readFileSync(file, 'utf8'))
  return found.sources === none.sources && found.firstSeed === none.firstSeed ? found : none
}

/**
 * Replaces the file at once, so that a run that is killed leaves a whole one.
 * @template {Run} Result
 * @param {string} file
 * @param {Result} result
 */
export function writeResult(file, result) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.new`, `${JSON.stringify(result, null, 2)}\n`)
  renameSync(`${file}.new`, file)
}

/**
 * The pieces of a long run that have passed, by their names.
 * @template Piece what a piece has counted
 * @param {string} file
 * @param {Run} run
 */
export function passedPieces(file, run) {
  const read = () =>
    readResult(file, { ...run, pieces: /** @type {Record<string, Piece>} */ ({}) }).pieces
  return {
    read,
    /**
     * @param {string} name
     * @param {Piece} piece
     */
    add(name, piece) {
      writeResult(file, { ...run, pieces: { ...read(), [name]: piece } })
    },
  }
}

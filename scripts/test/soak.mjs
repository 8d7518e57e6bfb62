import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * What a piece, some shifts with successive seeds, prints.
 * @typedef {object} PieceResult
 * @property {[seed: number, violations: string[]][]} failed
 * @property {Record<string, number>} faults how often each was injected
 */

/**
 * All pieces until now. A piece has `PIECE` shifts, the last one perhaps fewer.
 * @typedef {object} SoakResult
 * @property {string} sources digest of what was tested
 * @property {number} firstSeed
 * @property {Record<string, number>} pieces the number of shifts that have ended, by the first seed of their piece
 * @property {number} seconds in which shifts ran
 * @property {PieceResult['failed']} failed
 * @property {PieceResult['faults']} faults
 */

/** Shifts of a piece: a killed soak loses at most one piece of each process. */
export const PIECE = 500

/**
 * The result to continue from: that of the file, if it is of the same sources and seeds.
 * @param {string} file
 * @param {string} sources
 * @param {number} firstSeed
 * @returns {SoakResult}
 */
export function readSoak(file, sources, firstSeed) {
  const none = { sources, firstSeed, pieces: {}, seconds: 0, failed: [], faults: {} }
  if (!existsSync(file)) return none
  /** @type {SoakResult} */
  const found = JSON.parse(readFileSync(file, 'utf8'))
  return found.sources === sources && found.firstSeed === firstSeed ? found : none
}

/**
 * Replaces the file at once, so that a soak that is killed leaves a whole one.
 * @param {string} file
 * @param {SoakResult} result
 */
export function writeSoak(file, result) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.new`, `${JSON.stringify(result, null, 2)}\n`)
  renameSync(`${file}.new`, file)
}

/**
 * Shifts that have not run, in order: whole pieces, and the rest of one that a shorter soak has begun.
 * @param {SoakResult} result
 * @param {number} runs number of shifts
 * @returns {{ first: number, count: number }[]}
 */
export function listPieces({ firstSeed, pieces }, runs) {
  return Array.from({ length: Math.ceil(runs / PIECE) }, (_, index) => {
    const start = index * PIECE
    const done = pieces[firstSeed + start] ?? 0
    return { first: firstSeed + start + done, count: Math.min(PIECE, runs - start) - done }
  }).filter(({ count }) => count > 0)
}

/**
 * @param {SoakResult} result
 * @param {{ first: number, count: number }} piece
 * @param {PieceResult} done
 * @returns {SoakResult} with the piece. `seconds` are not changed
 */
export function addPiece(result, { first, count }, { failed, faults }) {
  const start = first - ((first - result.firstSeed) % PIECE)
  const names = new Set([...Object.keys(result.faults), ...Object.keys(faults)])
  const sums = [...names].map((name) => [name, (result.faults[name] ?? 0) + (faults[name] ?? 0)])
  return {
    ...result,
    pieces: { ...result.pieces, [start]: first - start + count },
    failed: [...result.failed, ...failed].sort(([one], [other]) => one - other),
    faults: Object.fromEntries(sums),
  }
}

/** @param {SoakResult} result */
export const countShifts = ({ pieces }) =>
  Object.values(pieces).reduce((total, count) => total + count, 0)

/**
 * With so many shifts every fault has occurred many times.
 * @param {SoakResult} result
 */
export const listMissing = (result) =>
  countShifts(result) < 150
    ? []
    : Object.keys(result.faults).filter((name) => result.faults[name] === 0)

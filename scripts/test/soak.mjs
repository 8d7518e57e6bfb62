/**
 * Some shifts with successive seeds.
 * @typedef {{ first: number, count: number }} Piece
 */

/**
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
 * The result of a soak that has run nothing.
 * @param {string} sources
 * @param {number} firstSeed
 * @returns {SoakResult}
 */
export const newSoak = (sources, firstSeed) => ({
  sources,
  firstSeed,
  pieces: {},
  seconds: 0,
  failed: [],
  faults: {},
})

/**
 * Shifts that have not run, in order: whole pieces, and the rest of one that a shorter soak has begun.
 * @param {SoakResult} result
 * @param {number} runs number of shifts
 * @returns {Piece[]}
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
 * @param {Piece} piece
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
  countShifts(result) < 400
    ? []
    : Object.keys(result.faults).filter((name) => result.faults[name] === 0)

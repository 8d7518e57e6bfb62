import { digest } from '../../scripts/build/digest.mjs'
import { at } from '../../scripts/process/repository.mjs'
import { passedPieces } from '../../scripts/test/result-file.mjs'

/** Kills number `first` to `last`, on one profile and one server. */
export interface Piece {
  readonly first: number
  readonly last: number
}

/** What a piece has counted that lost and doubled nothing. */
interface Counts {
  readonly kills: number
  /** After how many kills the runner had to enter one field again. */
  readonly oneAgain: number
  /** After how many kills Chromium had replaced the database by an empty one. */
  readonly emptyStarts: number
}

/** An interrupted run repeats at most so many kills. */
const KILLS_OF_A_PIECE = 25

/** A run with this seed; it continues the one before of the same sources. */
export function newRun(seed: number, kills: number) {
  const folders = ['domain/src', 'server/src', 'web/src', 'e2e']
  const run = { sources: digest(['package-lock.json', ...folders]), firstSeed: seed }
  const passed = passedPieces<Counts>(at('reports/chromium-kills.json'), run)
  const pieces = piecesOf(kills)
  return {
    unfinished: pieces.filter((piece) => !(nameOf(piece) in passed.read())),
    add: (piece: Piece, counts: Counts) => passed.add(nameOf(piece), counts),
    /** The sums over the pieces that have passed. */
    sums(): Counts {
      const found = passed.read()
      const counts = pieces.flatMap((piece) => found[nameOf(piece)] ?? [])
      const sum = (key: keyof Counts) => counts.reduce((total, count) => total + count[key], 0)
      return { kills: sum('kills'), oneAgain: sum('oneAgain'), emptyStarts: sum('emptyStarts') }
    },
  }
}

export const nameOf = ({ first, last }: Piece) => `kills ${first} to ${last}`

function piecesOf(kills: number): Piece[] {
  return Array.from({ length: Math.ceil(kills / KILLS_OF_A_PIECE) }, (_, index) => ({
    first: index * KILLS_OF_A_PIECE + 1,
    last: Math.min((index + 1) * KILLS_OF_A_PIECE, kills),
  }))
}

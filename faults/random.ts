import { createHash } from 'node:crypto'

/** Random numbers that come from a seed and from nothing else. @returns uniform in [0, 1) */
export type Random = () => number

/** mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/**
 * One source for each actor of a shift (runner, network, disk, server, each tab), so that a draw of one actor changes
 * nothing for another.
 * @returns the source of an actor, always the same one for the same name
 */
export function createRandoms(seed: number): (actor: string) => Random {
  const randoms = new Map<string, Random>()
  return (actor) => {
    const known = randoms.get(actor)
    if (known) return known
    const hash = createHash('sha256').update(`${seed} ${actor}`).digest()
    const random = createRandom(hash.readInt32BE())
    randoms.set(actor, random)
    return random
  }
}

/** @param count of bytes */
export const bytesFrom = (random: Random, count: number) =>
  Uint8Array.from({ length: count }, () => Math.floor(random() * 256))

export const between = (random: Random, from: number, to: number) =>
  Math.floor(from + random() * (to - from))

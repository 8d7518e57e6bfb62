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

export const between = (random: Random, from: number, to: number) =>
  Math.floor(from + random() * (to - from))

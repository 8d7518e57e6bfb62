import { createHash } from 'node:crypto'

/** @returns a source of numbers in [0, 1); the same name gives the same numbers */
export function seededRandom(name: string): () => number {
  let state = createHash('sha256').update(name).digest().readUInt32LE()
  // Mulberry32.
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  addDigests,
  addToDigest,
  type Digest,
  EMPTY_DIGEST,
  isSameDigest,
  subtractDigest,
} from './reconciliation.ts'

const anyHash = fc.stringMatching(/^[0-9a-f]{64}$/)
const digestOf = (hashes: readonly string[]): Digest => hashes.reduce(addToDigest, EMPTY_DIGEST)

/** The definition, with the whole numbers that the oldest phones do not have. */
const xorOf = (hashes: readonly string[]) =>
  hashes
    .reduce((xor, hash) => xor ^ BigInt(`0x${hash.slice(0, 16)}`), 0n)
    .toString(16)
    .padStart(16, '0')

it('a digest has the number of hashes and the XOR of their first 64 bits, always in 16 digits', () => {
  const both = ['00000001fffffff0', '0000000200000001'].map((start) => start.padEnd(64, 'a'))
  expect(digestOf(both)).toEqual({ count: 2, xor: '00000003fffffff1' })
  expect(digestOf([both[0]!, both[0]!])).toEqual({ count: 2, xor: '0'.repeat(16) })
  fc.assert(
    fc.property(fc.array(anyHash), (hashes) => {
      expect(digestOf(hashes)).toEqual({ count: hashes.length, xor: xorOf(hashes) })
    }),
  )
})

it('two digests are the same only with the same number and the same XOR', () => {
  const digest = digestOf(['1'.repeat(64)])
  expect(isSameDigest(digest, { ...digest })).toBe(true)
  expect(isSameDigest(digest, { ...digest, count: 2 })).toBe(false)
  expect(isSameDigest(digest, { ...digest, xor: '2'.repeat(16) })).toBe(false)
})

it('two digests can be added and taken apart again', () => {
  fc.assert(
    fc.property(fc.array(anyHash), fc.array(anyHash), (some, others) => {
      const all = addDigests(digestOf(some), digestOf(others))
      expect(all).toEqual(digestOf([...others, ...some]))
      expect(isSameDigest(subtractDigest(all, digestOf(others)), digestOf(some))).toBe(true)
    }),
  )
})

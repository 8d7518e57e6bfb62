import { expect } from 'vitest'

/**
 * Lets `toEqual` and `toMatchObject` compare the bytes of two `ArrayBuffer`s. Without it any two are equal, also a photo
 * and a part of it.
 */
expect.addEqualityTesters([
  (one: unknown, other: unknown) => {
    if (!(one instanceof ArrayBuffer && other instanceof ArrayBuffer)) return undefined
    const [bytes, others] = [new Uint8Array(one), new Uint8Array(other)]
    return bytes.length === others.length && bytes.every((byte, at) => byte === others[at])
  },
])

import type { Luck } from './luck.ts'

/** One pixel of its own colour: the smallest picture that the office takes, and no two alike. */
export function newPicture(luck: Luck): ArrayBuffer {
  const bytes = Uint8Array.from(Buffer.from(PIXEL, 'base64'))
  for (let index = PALETTE_AT; index < PALETTE_AT + 6; index += 1)
    bytes[index] = Math.floor(luck() * 256)
  return bytes.buffer
}

const PIXEL = 'R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw=='
/** Two colours of three bytes each follow the header of a GIF. */
const PALETTE_AT = 13

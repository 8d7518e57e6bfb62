import type { Random } from './random.ts'

/** One pixel of a random colour: the smallest file that the server takes as a photo, and no two are the same. */
export function newPhotoBytes(random: Random): ArrayBuffer {
  const bytes = Uint8Array.from(Buffer.from(PIXEL, 'base64'))
  for (let index = PALETTE_AT; index < PALETTE_AT + 6; index += 1)
    bytes[index] = Math.floor(random() * 256)
  return bytes.buffer
}

const PIXEL = 'R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw=='
/** In a GIF two colours of three bytes each follow the header. */
const PALETTE_AT = 13

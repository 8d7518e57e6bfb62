import { between, type Random } from './random.ts'

/** One pixel of a random colour: the smallest file that the server takes as a photo, and no two are the same. */
export function newPhotoBytes(random: Random): ArrayBuffer {
  const bytes = Uint8Array.from(Buffer.from(PIXEL, 'base64'))
  for (let index = PALETTE_AT; index < COLOURS_END; index += 1)
    bytes[index] = Math.floor(random() * 256)
  return bytes.buffer
}

/** One of several photos is so large that it is sent in two to four parts. */
const LARGE_SHARE = 1 / 4
const LARGE = { from: 66_000, to: 200_000 }

/** One of several photos lacks its end: no server can decode it. */
const CUT_SHARE = 1 / 8

/** @param camera decides about size and damage, so that the runner does and types the same, whatever the photo is */
export function takePhotoBytes(random: Random, camera: Random): ArrayBuffer {
  const photo = takeWholePhoto(random, camera)
  return camera() < CUT_SHARE ? photo.slice(0, -between(camera, 2, MOST_CUT_BYTES)) : photo
}

export function takeWholePhoto(random: Random, camera: Random): ArrayBuffer {
  const small = newPhotoBytes(random)
  return camera() < LARGE_SHARE ? withComment(small, between(camera, LARGE.from, LARGE.to)) : small
}

/** Whether the photo lacks its end. */
export const isCut = (photo: ArrayBuffer) => new Uint8Array(photo).at(-1) !== GIF_END

/** No two blocks of the comment are the same, so that a part in a wrong place is noticed. @param length of it, in bytes */
function withComment(gif: ArrayBuffer, length: number): ArrayBuffer {
  const blocks = Buffer.alloc(Math.ceil(length / BLOCK_BYTES) * BLOCK_BYTES)
  for (let at = 0; at < blocks.length; at += BLOCK_BYTES) {
    blocks[at] = BLOCK_BYTES - 1
    blocks.writeUInt32LE(at, at + 1)
  }
  const comment = [Buffer.from([0x21, 0xfe]), blocks, Buffer.from([0])]
  const [start, end] = [gif.slice(0, COLOURS_END), gif.slice(COLOURS_END)]
  return Uint8Array.from(Buffer.concat([Buffer.from(start), ...comment, Buffer.from(end)])).buffer
}

const PIXEL = 'R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw=='
/** In a GIF two colours of three bytes each follow the header. */
const PALETTE_AT = 13
const COLOURS_END = PALETTE_AT + 6
const GIF_END = 0x3b
/** What is left has the colours, so that no two cut photos are the same. None of it ends like a whole photo. */
const MOST_CUT_BYTES = 15
/** A block of a comment has its length in the first byte. */
const BLOCK_BYTES = 256

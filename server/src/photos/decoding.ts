/** The work of the decoder process (decode-photos.ts). Nothing else decodes photos, because the bytes can be hostile. */
import {
  MAX_INTERLACED_PHOTO_PIXELS,
  MAX_PHOTO_PIXELS,
  type PhotoType,
  photoTypes,
} from '@veni/domain/photo'
import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'

// A decoded photo is used once, and one decode at a time is the limit of the memory.
sharp.cache(false)
sharp.concurrency(1)

/** Returns the type of the photo; undefined for bytes that are not a whole photo of an allowed type and size. */
export async function detectPhotoType(bytes: Uint8Array): Promise<PhotoType | undefined> {
  // The list of types comes first: sharp alone would accept SVG, which can contain scripts.
  const mime = (await fileTypeFromBuffer(bytes))?.mime ?? ''
  return isPhotoType(mime) && (await canDecode(bytes)) ? mime : undefined
}

function isPhotoType(mime: string): mime is PhotoType {
  return Object.hasOwn(photoTypes, mime)
}

async function canDecode(bytes: Uint8Array): Promise<boolean> {
  try {
    // The header has size and interlacing. It is read before the decoder gets any memory.
    const { width, height, isProgressive } = await open(bytes).metadata()
    if (isProgressive && width * height > MAX_INTERLACED_PHOTO_PIXELS) return false
    // The decoder reads the file to its end even for a small result, which needs far less memory.
    await open(bytes).resize(16, 16).raw().toBuffer()
    return true
  } catch {
    return false
  }
}

const open = (bytes: Uint8Array) =>
  sharp(bytes, { limitInputPixels: MAX_PHOTO_PIXELS, failOn: 'error' })

/** Longest side of a shown photo, in pixels: a printed label stays legible. */
const LONGEST_SIDE = 2_000

/** A small file can become a large copy, which counts for no quota. */
const MAX_SHOWN_BYTES = 1024 * 1024

/** The usual copy, and those for photos whose copy would be too large: first with fewer details, then with fewer pixels. */
const COPIES = [
  { side: LONGEST_SIDE, quality: 85 },
  { side: LONGEST_SIDE, quality: 60 },
  { side: 1_200, quality: 60 },
]

/** Returns a JPEG of about 1 MB at most, turned as its metadata says, and without any metadata. */
export async function encodeShownPhoto(bytes: Uint8Array): Promise<Uint8Array> {
  let shown = new Uint8Array()
  for (const copy of COPIES) {
    shown = await encode(bytes, copy)
    if (shown.length <= MAX_SHOWN_BYTES) break
  }
  return shown
}

const encode = (bytes: Uint8Array, { side, quality }: { side: number; quality: number }) =>
  open(bytes)
    .rotate()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .jpeg({ quality })
    .toBuffer()

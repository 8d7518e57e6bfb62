import { type PhotoType, photoTypes } from '@veni/domain/photo'
import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'

/** Returns the type of the photo; undefined for bytes that are not a whole photo of an allowed type. */
export async function detectPhotoType(bytes: Uint8Array): Promise<PhotoType | undefined> {
  // The list of types comes first: sharp alone would accept SVG, which can contain scripts.
  const mime = (await fileTypeFromBuffer(bytes))?.mime ?? ''
  return isPhotoType(mime) && (await canDecode(bytes)) ? mime : undefined
}

function isPhotoType(mime: string): mime is PhotoType {
  return Object.hasOwn(photoTypes, mime)
}

/** 108 megapixels, as the largest phone cameras have: a small file must not decode to gigabytes. */
const MAX_PIXELS = 12_032 * 9_024

async function canDecode(bytes: Uint8Array): Promise<boolean> {
  try {
    const photo = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    // The decoder reads the file to its end even for a small result, which needs far less memory.
    await photo.resize(16, 16).raw().toBuffer()
    return true
  } catch {
    return false
  }
}

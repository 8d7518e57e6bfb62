import { type PhotoType, photoTypes } from '@veni/domain/photo'
import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import { photoRefusal } from './photo-refusal.ts'

/** The type that the bytes show, once they have proved to be a whole picture of it. Throws `AppError`. */
export async function provePhoto(bytes: Uint8Array): Promise<PhotoType> {
  // The list comes first: sharp alone would also take SVG, which can carry scripts.
  const mime = (await fileTypeFromBuffer(bytes))?.mime ?? ''
  if (!isPhotoType(mime) || !(await decodes(bytes))) throw photoRefusal('wrong-type')
  return mime
}

function isPhotoType(mime: string): mime is PhotoType {
  return Object.hasOwn(photoTypes, mime)
}

/** 108 megapixels, the largest phone cameras: a small file may not unfold into gigabytes. */
const MAX_PIXELS = 12_032 * 9_024

async function decodes(bytes: Uint8Array): Promise<boolean> {
  try {
    const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    // Asking for few pixels reads the file to its end all the same, in a fraction of the memory.
    await picture.resize(16, 16).raw().toBuffer()
    return true
  } catch {
    return false
  }
}

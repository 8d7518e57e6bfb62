/** What shrinks a photo, in the worker as on the page. */

/** A camera's photo has ten times the pixels that a sealed packet needs to be told by. */
const LONG_SIDE_PX = 1600
const JPEG_QUALITY = 0.8

interface Canvas {
  readonly getContext: (kind: '2d') => DrawingContext | null
  readonly toJpeg: (quality: number) => Promise<Blob | null>
}

type DrawingContext = Pick<CanvasRenderingContext2D, 'fillStyle' | 'fillRect' | 'drawImage'>

/**
 * The photo with its long side at most 1600 px, as JPEG; also drops what the camera wrote into the file.
 * @returns undefined when the browser cannot decode it
 */
export async function shrinkImage(
  photo: Blob,
  newCanvas: (width: number, height: number) => Canvas,
): Promise<Blob | undefined> {
  const bitmap = await decode(photo)
  if (!bitmap) return undefined
  try {
    const scale = Math.min(1, LONG_SIDE_PX / Math.max(bitmap.width, bitmap.height))
    const width = Math.max(1, Math.round(bitmap.width * scale))
    const height = Math.max(1, Math.round(bitmap.height * scale))
    const canvas = newCanvas(width, height)
    const context = canvas.getContext('2d')
    if (!context) return undefined
    // JPEG has no transparency: what a PNG leaves open would turn black.
    context.fillStyle = '#fff'
    context.fillRect(0, 0, width, height)
    context.drawImage(bitmap, 0, 0, width, height)
    return (await canvas.toJpeg(JPEG_QUALITY)) ?? undefined
  } finally {
    // One 12-megapixel bitmap holds 48 MB; a cheap phone has no room for two.
    bitmap.close()
  }
}

async function decode(photo: Blob): Promise<ImageBitmap | undefined> {
  try {
    return await createImageBitmap(photo, { imageOrientation: 'from-image' })
  } catch (error) {
    if (error instanceof DOMException) return undefined
    throw error
  }
}

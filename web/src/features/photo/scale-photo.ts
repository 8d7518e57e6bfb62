/** Scales a photo down, in the worker and on the page. */

/** The target size: at 20 kbit/s its upload takes 48 s. */
export const SMALL_PHOTO_BYTES = 120_000

/**
 * A camera's photo has ten times the pixels that are needed to identify a packet. A photo with much detail needs
 * more steps. After the last step a seal and the figures of a receipt are still legible.
 */
const STEPS = [
  { longSidePx: 1600, qualities: [0.8, 0.7, 0.6, 0.5] },
  { longSidePx: 1280, qualities: [0.6, 0.45, 0.35] },
  { longSidePx: 1024, qualities: [0.45, 0.3] },
]

interface Canvas {
  readonly getContext: (kind: '2d') => DrawingContext | null
  readonly toJpeg: (quality: number) => Promise<Blob | null>
}

type DrawingContext = Pick<CanvasRenderingContext2D, 'fillStyle' | 'fillRect' | 'drawImage'>

/**
 * Makes a JPEG with a long side of at most 1600 px and, if possible, at most 120 KB. The camera's metadata are removed.
 * @returns undefined if the browser cannot decode the photo
 */
export async function scalePhoto(
  photo: Blob,
  newCanvas: (width: number, height: number) => Canvas,
): Promise<Blob | undefined> {
  const bitmap = await decode(photo)
  if (!bitmap) return undefined
  try {
    let shrunk: Blob | null | undefined
    for (const { longSidePx, qualities } of STEPS) {
      shrunk = await encode(draw(bitmap, longSidePx, newCanvas), qualities)
      if (!shrunk || shrunk.size <= SMALL_PHOTO_BYTES) break
    }
    return shrunk ?? undefined
  } finally {
    // One 12-megapixel bitmap needs 48 MB; a cheap phone has no memory for two.
    bitmap.close()
  }
}

/** Uses the first quality whose result is small enough, otherwise the last one. */
async function encode(canvas: Canvas | undefined, qualities: readonly number[]) {
  let jpeg: Blob | null | undefined
  for (const quality of qualities) {
    jpeg = await canvas?.toJpeg(quality)
    if (!jpeg || jpeg.size <= SMALL_PHOTO_BYTES) break
  }
  return jpeg
}

function draw(
  bitmap: ImageBitmap,
  longSidePx: number,
  newCanvas: (width: number, height: number) => Canvas,
): Canvas | undefined {
  const scale = Math.min(1, longSidePx / Math.max(bitmap.width, bitmap.height))
  const width = Math.max(1, Math.round(bitmap.width * scale))
  const height = Math.max(1, Math.round(bitmap.height * scale))
  const canvas = newCanvas(width, height)
  const context = canvas.getContext('2d')
  if (!context) return undefined
  // JPEG has no transparency: transparent parts of a PNG would become black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.drawImage(bitmap, 0, 0, width, height)
  return canvas
}

async function decode(photo: Blob): Promise<ImageBitmap | undefined> {
  try {
    return await createImageBitmap(photo, { imageOrientation: 'from-image' })
  } catch (error) {
    if (error instanceof DOMException) return undefined
    throw error
  }
}

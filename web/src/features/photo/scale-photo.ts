/** What shrinks a photo, in the worker as on the page. */

/** What a photo may weigh: on a weak link 200 KB are over a minute. */
export const SMALL_PHOTO_BYTES = 200 * 1024

/**
 * A camera's photo has ten times the pixels that a sealed packet needs to be told by. Only one that is full of detail
 * gives up more, step by step, and never what a seal or a figure on a receipt is read by.
 */
const STEPS = [
  { longSidePx: 1600, qualities: [0.8, 0.7, 0.6] },
  { longSidePx: 1280, qualities: [0.6, 0.45] },
]

interface Canvas {
  readonly getContext: (kind: '2d') => DrawingContext | null
  readonly toJpeg: (quality: number) => Promise<Blob | null>
}

type DrawingContext = Pick<CanvasRenderingContext2D, 'fillStyle' | 'fillRect' | 'drawImage'>

/**
 * The photo with its long side at most 1600 px, as JPEG of at most 200 KB where it can be; also drops what the camera wrote into the file.
 * @returns undefined when the browser cannot decode it
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
    // One 12-megapixel bitmap holds 48 MB; a cheap phone has no room for two.
    bitmap.close()
  }
}

/** With the first of the qualities that is small enough, or the last. */
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
  // JPEG has no transparency: what a PNG leaves open would turn black.
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

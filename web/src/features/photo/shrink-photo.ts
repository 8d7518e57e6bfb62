import '../../lib/own-scripts.ts'
import { scalePhoto } from './scale-photo.ts'

/**
 * Makes a JPEG with a long side of at most 1600 px, in a worker if possible. In the page, a photo of twelve megapixels
 * would block a cheap phone for a quarter of a second.
 * @returns undefined if the browser cannot decode the photo
 */
export async function shrinkPhoto(photo: Blob): Promise<Blob | undefined> {
  return (await shrinkInWorker(photo)) ?? (await scalePhoto(photo, newCanvas))
}

/** Longer than twelve megapixels take on a cheap phone. Without a network the script of the worker may not arrive. */
const WORKER_LIMIT_MS = 5_000

/** @returns undefined also if there is no worker, because the browser is too old or the script does not arrive */
async function shrinkInWorker(photo: Blob): Promise<Blob | undefined> {
  const worker = new Worker(new URL('shrink-worker.ts', import.meta.url), { type: 'module' })
  try {
    return await new Promise((resolve) => {
      worker.onmessage = ({ data }: MessageEvent<Blob | undefined>) => resolve(data)
      worker.onerror = () => resolve(undefined)
      setTimeout(resolve, WORKER_LIMIT_MS, undefined)
      worker.postMessage(photo)
    })
  } finally {
    worker.terminate()
  }
}

function newCanvas(width: number, height: number) {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  return {
    getContext: (kind: '2d') => canvas.getContext(kind),
    toJpeg: (quality: number) =>
      new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality)),
  }
}

import { scalePhoto } from './scale-photo.ts'

/**
 * The photo with its long side at most 1600 px, as JPEG. Beside the page where that works: twelve megapixels hold a
 * cheap phone up for a quarter of a second, just while the runner goes on typing.
 * @returns undefined when the browser cannot decode it
 */
export async function shrinkPhoto(photo: Blob): Promise<Blob | undefined> {
  return (await shrinkAside(photo)) ?? (await scalePhoto(photo, newCanvas))
}

/** Longer than twelve megapixels take on a cheap phone: a worker whose script hangs on a dead link is no help. */
const WORKER_LIMIT_MS = 5_000

/** @returns undefined also when there is no worker: too old a browser, or its script does not come */
async function shrinkAside(photo: Blob): Promise<Blob | undefined> {
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

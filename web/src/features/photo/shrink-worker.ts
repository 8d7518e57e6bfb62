/** Shrinks the photo that it is sent and answers with it, or with nothing: then the page tries by itself. */
import { scalePhoto } from './scale-photo.ts'

self.onmessage = ({ data }: MessageEvent<Blob>) => {
  const answer = (shrunk?: Blob) => self.postMessage(shrunk)
  // An error in a promise would reach nobody, and the page would wait for ever.
  scalePhoto(data, newCanvas).then(answer, () => answer())
}

function newCanvas(width: number, height: number) {
  const canvas = new OffscreenCanvas(width, height)
  return {
    getContext: (kind: '2d') => canvas.getContext(kind),
    toJpeg: (quality: number) => canvas.convertToBlob({ type: 'image/jpeg', quality }),
  }
}

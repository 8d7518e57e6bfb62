/** Shrinks each received photo. It answers undefined if that fails; then the page shrinks the photo itself. */
import { scalePhoto } from './scale-photo.ts'

self.onmessage = ({ data }: MessageEvent<Blob>) => {
  const answer = (shrunk?: Blob) => self.postMessage(shrunk)
  // The page gets no event for a rejected promise and would wait until its time limit.
  scalePhoto(data, newCanvas).then(answer, () => answer())
}

function newCanvas(width: number, height: number) {
  const canvas = new OffscreenCanvas(width, height)
  return {
    getContext: (kind: '2d') => canvas.getContext(kind),
    toJpeg: (quality: number) => canvas.convertToBlob({ type: 'image/jpeg', quality }),
  }
}

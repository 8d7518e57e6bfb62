import { MAX_PHOTO_BYTES } from '@veni/domain/photo'
import { expect, test, vi } from 'vitest'
import { preparePhoto } from './prepare-photo.ts'

/** A real photo of the asked size in pixels, with enough noise that it does not shrink to nothing. */
async function photo(width: number, height: number, type = 'image/jpeg'): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')!
  const image = context.createImageData(width, height)
  let state = 1
  for (let at = 0; at < image.data.length; at += 1) {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff
    image.data[at] = at % 4 === 3 ? 255 : state >> 16
  }
  context.putImageData(image, 0, 0)
  return canvas.convertToBlob({ type, quality: 1 })
}

const named = (blob: Blob, name: string) => new File([blob], name, { type: blob.type })

async function sizeOf(bytes: ArrayBuffer) {
  const bitmap = await createImageBitmap(new Blob([bytes]))
  return [bitmap.width, bitmap.height]
}

test('a camera photo over 5 MB is scaled down to 1600 px and taken [R-5.050]', async () => {
  const large = await photo(4000, 3000)
  expect(large.size).toBeGreaterThan(MAX_PHOTO_BYTES)
  const prepared = await preparePhoto(named(large, 'IMG_0001.jpg'))
  if ('refusal' in prepared) throw new Error(prepared.refusal)
  expect(prepared.type).toBe('image/jpeg')
  expect(prepared.bytes.byteLength).toBeLessThan(MAX_PHOTO_BYTES)
  expect(await sizeOf(prepared.bytes)).toEqual([1600, 1200])
})

test('a camera photo is scaled beside the page, whose taps do not wait for it', async () => {
  const onPage = vi.spyOn(window, 'createImageBitmap')
  await preparePhoto(named(await photo(2000, 1500), 'IMG_0001.jpg'))
  expect(onPage).not.toHaveBeenCalled()
})

test('where there is no worker the page scales it down itself', async () => {
  vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (this: Worker) {
    this.dispatchEvent(new Event('error'))
  })
  const prepared = await preparePhoto(named(await photo(2000, 1500), 'IMG_0001.jpg'))
  if ('refusal' in prepared) throw new Error(prepared.refusal)
  expect(await sizeOf(prepared.bytes)).toEqual([1600, 1200])
})

test.each([
  ['image/png', 'packet.png'],
  ['image/jpeg', 'packet.jpg'],
  ['image/jpeg', 'packet.jpeg'],
  ['image/webp', 'packet.webp'],
])('a small photo of type %s is sent as it is [R-5.051]', async (type, name) => {
  const small = await photo(60, 40, type)
  const prepared = await preparePhoto(named(small, name))
  if ('refusal' in prepared) throw new Error(prepared.refusal)
  expect(prepared.bytes).toEqual(await small.arrayBuffer())
  expect(prepared.type).toBe(type)
})

test('a GIF is sent as it is [R-5.051]', async () => {
  const gif = new File(['GIF89a of a packet'], 'packet.gif')
  expect(await preparePhoto(gif)).toEqual({ bytes: await gif.arrayBuffer(), type: 'image/gif' })
})

test.each([
  ['nothing', new File([], 'empty.jpg'), 'no-file'],
  ['a document', new File(['%PDF-1.7 …………'], 'bill.pdf'), 'wrong-type'],
  ['a document that calls itself a photo', new File(['%PDF-1.7 …………'], 'bill.jpg'), 'wrong-type'],
  ['a drawing', new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'x.svg'), 'wrong-type'],
  [
    'more than 5 MB that no browser can decode',
    new File([new Uint8Array(MAX_PHOTO_BYTES + 1)], 'big.jpg', { type: 'image/jpeg' }),
    'too-large',
  ],
])('%s is refused [R-5.050, R-5.051, R-5.052]', async (_, file, refusal) => {
  expect(await preparePhoto(file)).toEqual({ refusal })
})

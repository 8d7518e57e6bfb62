import { MAX_PHOTO_BYTES } from '@veni/domain/photo'
import { expect, test } from 'vitest'
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

test('a camera photo over 5 MB is scaled down to 1600 px and taken', async () => {
  const large = await photo(4000, 3000)
  expect(large.size).toBeGreaterThan(MAX_PHOTO_BYTES)
  const prepared = await preparePhoto(named(large, 'IMG_0001.jpg'))
  if ('refusal' in prepared) throw new Error(prepared.refusal)
  expect(prepared.type).toBe('image/jpeg')
  expect(prepared.bytes.byteLength).toBeLessThan(MAX_PHOTO_BYTES)
  expect(await sizeOf(prepared.bytes)).toEqual([1600, 1200])
})

test('a small photo is sent as it is', async () => {
  const small = await photo(60, 40, 'image/png')
  const prepared = await preparePhoto(named(small, 'packet.png'))
  if ('refusal' in prepared) throw new Error(prepared.refusal)
  expect(prepared.bytes).toEqual(await small.arrayBuffer())
  expect(prepared.type).toBe('image/png')
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
])('%s is refused', async (_, file, refusal) => {
  expect(await preparePhoto(file)).toEqual({ refusal })
})

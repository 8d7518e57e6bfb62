import { MAX_PHOTO_BYTES } from '@veni/domain/photo'
import { expect, onTestFinished, test, vi } from 'vitest'
import { stopClock } from '../../../test/stopped-clock.ts'
import { preparePhoto } from './prepare-photo.ts'

/** A real photo of the given size in px. Its noise prevents a tiny file. */
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

test('a camera photo over 5 MB is scaled down and accepted [R-5.050]', async () => {
  const large = await photo(4000, 3000)
  expect(large.size).toBeGreaterThan(MAX_PHOTO_BYTES)
  const prepared = await preparePhoto(named(large, 'IMG_0001.jpg'))
  if ('refusal' in prepared) throw new Error(prepared.refusal)
  expect(prepared.type).toBe('image/jpeg')
  expect(prepared.bytes.byteLength).toBeLessThan(MAX_PHOTO_BYTES)
  expect(await sizeOf(prepared.bytes)).toEqual([1600, 1200])
})

/** A photo of a packet with twelve megapixels: strands of hair, noise, and a label that must stay legible. */
async function packetPhoto(strands: number, grain: number): Promise<File> {
  const canvas = new OffscreenCanvas(4000, 3000)
  const context = canvas.getContext('2d', { willReadFrequently: true })!
  const light = context.createLinearGradient(0, 0, 4000, 3000)
  light.addColorStop(0, '#c9a877')
  light.addColorStop(1, '#6b4a2b')
  context.fillStyle = light
  context.fillRect(0, 0, 4000, 3000)
  let state = 7
  const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
  for (let strand = 0; strand < strands; strand += 1) {
    const [x, y] = [600 + 2800 * random(), 500 + 2000 * random()]
    context.strokeStyle = `hsl(25 ${10 + 30 * random()}% ${6 + 30 * random()}%)`
    context.lineWidth = 2 + 4 * random()
    context.beginPath()
    context.moveTo(x, y)
    context.quadraticCurveTo(
      x + 300 * random(),
      y + 200,
      x + 500 * random() - 250,
      y + 500 * random(),
    )
    context.stroke()
  }
  context.fillStyle = '#fff'
  context.fillRect(1200, 1200, 1400, 500)
  context.fillStyle = '#111'
  context.font = '120px sans-serif'
  context.fillText('Lakshmi 26 · 350 g', 1300, 1500)
  const image = context.getImageData(0, 0, 4000, 3000)
  for (let at = 0; at < image.data.length; at += 4) {
    const noise = (random() - 0.5) * grain
    for (let part = 0; part < 3; part += 1) image.data[at + part] = image.data[at + part]! + noise
  }
  context.putImageData(image, 0, 0)
  return named(await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.92 }), 'IMG_0002.jpg')
}

/** The brightness of each pixel of the label, in the same size for every photo. */
async function labelOf(photo: Blob): Promise<number[]> {
  const bitmap = await createImageBitmap(photo)
  const scale = bitmap.width / 4000
  const canvas = new OffscreenCanvas(350, 125)
  const context = canvas.getContext('2d')!
  const label = [1200, 1200, 1400, 500].map((px) => px * scale) as [number, number, number, number]
  context.drawImage(bitmap, ...label, 0, 0, 350, 125)
  const { data } = context.getImageData(0, 0, 350, 125)
  return Array.from({ length: data.length / 4 }, (_, at) => data[4 * at + 1] ?? 0)
}

const meanDifference = (one: readonly number[], other: readonly number[]) =>
  one.reduce((sum, value, at) => sum + Math.abs(value - (other[at] ?? 0)), 0) / one.length

test.each([
  ['a packet', 150, 12, 1600],
  ['much hair in a dark room', 3_000, 30, 1024],
] as const)(
  'a photo of %s is sent with 40 to 120 KB, and its label is legible [R-7.056]',
  async (_what, strands, grain, longSide) => {
    const file = await packetPhoto(strands, grain)
    const prepared = await preparePhoto(file)
    if ('refusal' in prepared) throw new Error(prepared.refusal)
    const size = await sizeOf(prepared.bytes)
    const difference = meanDifference(
      await labelOf(new Blob([prepared.bytes])),
      await labelOf(file),
    )
    expect(Math.max(...size)).toBe(longSide)
    expect(prepared.bytes.byteLength).toBeLessThanOrEqual(120_000)
    expect(prepared.bytes.byteLength).toBeGreaterThan(40_000)
    expect(difference).toBeLessThan(6)
  },
)

test('a worker scales a camera photo, so that taps do not wait for it', async () => {
  const onPage = vi.spyOn(window, 'createImageBitmap')
  const camera = named(await photo(2000, 1500), 'IMG_0001.jpg')
  // The page does not wait longer than five seconds for a worker, also on a slow machine.
  stopClock()
  await preparePhoto(camera)
  expect(onPage).not.toHaveBeenCalled()
})

test('without a worker the page scales the photo itself', async () => {
  vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (this: Worker) {
    this.dispatchEvent(new Event('error'))
  })
  const prepared = await preparePhoto(named(await photo(2000, 1500), 'IMG_0001.jpg'))
  if ('refusal' in prepared) throw new Error(prepared.refusal)
  expect(await sizeOf(prepared.bytes)).toEqual([1600, 1200])
})

/** Without the part with the colour profile that Chromium adds to a JPEG. A photo with one is drawn again. */
async function withoutProfile(image: Blob): Promise<Blob> {
  const view = new DataView(await image.arrayBuffer())
  let at = 2
  while (view.getUint16(at) === 0xff_e0) at += 2 + view.getUint16(at + 2)
  if (view.getUint16(at) !== 0xff_e2) return image
  const end = at + 2 + view.getUint16(at + 2)
  return new Blob([image.slice(0, at), image.slice(end)], { type: image.type })
}

test.each([
  ['image/png', 'packet.png'],
  ['image/jpeg', 'packet.jpg'],
  ['image/jpeg', 'packet.jpeg'],
])('a small photo of type %s is sent unchanged [R-5.051]', async (type, name) => {
  const small = await withoutProfile(await photo(60, 40, type))
  const prepared = await preparePhoto(named(small, name))
  if ('refusal' in prepared) throw new Error(prepared.refusal)
  expect(prepared.bytes).toEqual(await small.arrayBuffer())
  expect(prepared.type).toBe(type)
})

test('a GIF is sent unchanged [R-5.051]', async () => {
  const gif = new File(['GIF89a of a packet'], 'packet.gif')
  expect(await preparePhoto(gif)).toEqual({ bytes: await gif.arrayBuffer(), type: 'image/gif' })
})

test.each([
  ['an empty file', new File([], 'empty.jpg'), 'no-file'],
  ['a document', new File(['%PDF-1.7 …………'], 'bill.pdf'), 'wrong-type'],
  ['a document with the name of a photo', new File(['%PDF-1.7 …………'], 'bill.jpg'), 'wrong-type'],
  ['a drawing', new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'x.svg'), 'wrong-type'],
  [
    'a file over 5 MB that no browser can decode',
    new File([new Uint8Array(MAX_PHOTO_BYTES + 1)], 'big.jpg', { type: 'image/jpeg' }),
    'too-large',
  ],
])('%s is refused [R-5.050, R-5.051, R-5.052]', async (_, file, refusal) => {
  expect(await preparePhoto(file)).toEqual({ refusal })
})

test('a file that never arrives is given up after a minute [R-7.076]', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const file = named(await photo(60, 40), 'IMG_0003.jpg')
  vi.spyOn(file, 'arrayBuffer').mockReturnValue(new Promise(() => undefined))
  const refused = vi.fn<(error: unknown) => void>()
  void preparePhoto(file).catch(refused)
  await vi.advanceTimersByTimeAsync(59_000)
  expect(refused).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(refused).toHaveBeenCalledWith(new Error('The photo was not prepared in time'))
})

import { expect, test } from 'vitest'
import { isPlainPhoto } from './plain-photo.ts'

const twoBytes = (value: number) => [value >> 8, value & 0xff]
const fourBytes = (value: number) => [...twoBytes(value >>> 16), ...twoBytes(value & 0xffff)]
const bytesOf = (...bytes: number[]) => Uint8Array.from(bytes).buffer

/** The parts of a JPEG without its pixels. */
function jpeg(frame: number, width: number, height: number): ArrayBuffer {
  const size = [8, ...twoBytes(height), ...twoBytes(width), 0]
  return bytesOf(0xff, 0xd8, 0xff, frame, 0, 8, ...size, 0xff, 0xda, 0, 2, 0xff, 0xd9)
}

/** The parts of a PNG without its pixels. */
function png(isInterlaced: boolean, width: number, height: number): ArrayBuffer {
  const name = (text: string) => [...text].map((char) => char.charCodeAt(0))
  const header = [...fourBytes(width), ...fourBytes(height), 8, 2, 0, 0, isInterlaced ? 1 : 0]
  const start = [0x89, ...name('PNG\r\n\u001a\n'), 0, 0, 0, 13, ...name('IHDR'), ...header]
  return bytesOf(...start, 0, 0, 0, 0, 0, 0, 0, 0, ...name('IEND'), 0, 0, 0, 0)
}

test.each([
  ['a JPEG', (width: number) => jpeg(0xc0, width, 4_000), 6_000],
  ['a progressive JPEG', (width: number) => jpeg(0xc2, width, 4_000), 2_000],
  ['a PNG', (width: number) => png(false, width, 4_000), 6_000],
  ['an interlaced PNG', (width: number) => png(true, width, 4_000), 2_000],
])('%s may have as many pixels as the server decodes [R-7.039]', (_, make, widest) => {
  expect(isPlainPhoto(make(widest))).toBe(true)
  expect(isPlainPhoto(make(widest + 1))).toBe(false)
})

test('a photo that ends too early is not plain [R-7.039]', () => {
  for (const whole of [jpeg(0xc0, 10, 10), png(false, 10, 10)])
    for (let length = 0; length < whole.byteLength; length += 1)
      expect(isPlainPhoto(whole.slice(0, length)), String(length)).toBe(false)
})

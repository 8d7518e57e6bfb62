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

const START = [0xff, 0xd8]
const FRAME = [0xff, 0xc0, 0, 8, 8, 0, 10, 0, 10, 0]
const SCAN = [0xff, 0xda, 0, 2]
const END = [0xff, 0xd9]
const JFIF = [0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0]
const ADOBE = [0xff, 0xee, 0, 14, 0x41, 0x64, 0x6f, 0x62, 0x65, 0, 100, 0, 0, 0, 0, 1]
const PREVIEW = [0xff, 0xe0, 0, 19, ...JFIF.slice(4, -2), 1, 1, 1, 2, 3]
const GPS = [0xff, 0xe1, 0, 4, 1, 2]

test.each([
  ['headers of JFIF and Adobe', [...START, ...JFIF, ...ADOBE, ...FRAME, ...SCAN, ...END], true],
  [
    'a byte of 255 and a restart in a scan',
    [...START, ...FRAME, ...SCAN, 255, 0, 255, 0xd0, ...END],
    true,
  ],
  ['two scans', [...START, ...FRAME, ...SCAN, 7, ...SCAN, 7, ...END], true],
  ['metadata before the frame', [...START, ...GPS, ...FRAME, ...SCAN, ...END], false],
  ['metadata between two scans', [...START, ...FRAME, ...SCAN, 7, ...GPS, ...SCAN, ...END], false],
  ['metadata after the end', [...START, ...FRAME, ...SCAN, ...END, ...GPS, ...END], false],
  ['a second photo after the end', [...START, ...FRAME, ...SCAN, ...END, ...START, ...END], false],
  ['a preview in the header', [...START, ...PREVIEW, ...FRAME, ...SCAN, ...END], false],
  [
    'another text in the place of the header',
    [...START, ...JFIF.slice(0, 4), ...GPS, ...JFIF.slice(10), ...FRAME, ...SCAN, ...END],
    false,
  ],
  ['no frame', [...START, ...SCAN, ...END], false],
])(
  'a JPEG with %s: plain only if it has nothing but its picture [R-7.039]',
  (_, bytes, isPlain) => {
    expect(isPlainPhoto(bytesOf(...bytes))).toBe(isPlain)
  },
)

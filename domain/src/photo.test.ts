import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  checkPhoto,
  MAX_PHOTO_BYTES,
  PHOTO_TYPES,
  photoRefusalMessages,
  sniffPhotoType,
} from './photo.ts'

const bytesOf = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0))
const JPEG = bytesOf('\xff\xd8\xff\xe0\0\x10JFIF\0\x01')
const PNG = bytesOf('\x89PNG\r\n\x1a\n\0\0\0\r')
const GIF = bytesOf('GIF89a\x01\0\x01\0\0\0')
const WEBP = bytesOf('RIFF\x24\0\0\0WEBP')

describe('sniffPhotoType', () => {
  it.each([
    ['a JPEG', JPEG, 'image/jpeg'],
    ['a PNG', PNG, 'image/png'],
    ['a GIF', GIF, 'image/gif'],
    ['an old GIF', bytesOf('GIF87a\x01\0\x01\0\0\0'), 'image/gif'],
    ['a WebP', WEBP, 'image/webp'],
    ['a sound file in the RIFF container of WebP', bytesOf('RIFF\x24\0\0\0WAVE'), undefined],
    ['a PNG with converted line ends', bytesOf('\x89PNG\n\x1a\n\0\0\0\0\r'), undefined],
    ['a PNG with a cut signature', bytesOf('\x89PNG\r\n\0\0\0\0\0\r'), undefined],
    ['an SVG', bytesOf('<svg xmlns="h'), undefined],
    ['a web page', bytesOf('<!doctype html>'), undefined],
    ['a PDF', bytesOf('%PDF-1.7\n%abc'), undefined],
    ['an iPhone HEIC', bytesOf('\0\0\0\x24ftypheic'), undefined],
    ['two bytes', bytesOf('\xff\xd8'), undefined],
    ['an empty file', new Uint8Array(), undefined],
  ])('finds the type of %s', (_, bytes, expected) => {
    expect(sniffPhotoType(bytes)).toBe(expected)
  })

  const marks = [
    { bytes: JPEG, places: [0, 1, 2] },
    { bytes: PNG, places: [0, 1, 2, 3, 4, 5, 6, 7] },
    { bytes: GIF, places: [0, 1, 2, 3, 4, 5] },
    { bytes: WEBP, places: [0, 1, 2, 3, 8, 9, 10, 11] },
  ]

  it.each(marks)('finds no type when a byte of its mark is another one', ({ bytes, places }) => {
    for (const place of places)
      expect(sniffPhotoType(bytes.with(place, 0x41)), `byte ${place}`).toBeUndefined()
  })

  it('returns an accepted type or undefined for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 16 }), (bytes) => {
        expect([undefined, ...PHOTO_TYPES]).toContain(sniffPhotoType(bytes))
      }),
    )
  })
})

describe('a photo', () => {
  it.each([
    'packet.jpg',
    'PACKET.JPEG',
    'packet.png',
    'packet.gif',
    'packet.webp',
    'my.packet.of.hair.jpg',
    'blob',
    '',
    'image:1000012345',
    'folder.exe/packet',
  ])('with the name %j is accepted [R-5.051]', (name) => {
    expect(checkPhoto({ name, size: 1_000 }, JPEG)).toBeUndefined()
  })

  it.each(['packet.svg', 'packet.pdf', 'packet.jpg.exe', 'packet.heic', '.html'])(
    'with the name %j is refused although its bytes are a JPEG [R-5.051]',
    (name) => {
      expect(checkPhoto({ name, size: 1_000 }, JPEG)).toBe('wrong-type')
    },
  )

  it('is refused when its bytes do not match its name', () => {
    expect(checkPhoto({ name: 'packet.jpg', size: 1_000 }, bytesOf('<svg onload='))).toBe(
      'wrong-type',
    )
  })

  it.each([
    [1, undefined],
    [MAX_PHOTO_BYTES, undefined],
    [5_242_881, 'too-large'],
    [0, 'no-file'],
  ])('of %s bytes gets the result %s [R-5.050]', (size, refusal) => {
    expect(checkPhoto({ name: 'packet.webp', size }, WEBP)).toBe(refusal)
  })

  it('is refused for its size when its size and its type are wrong', () => {
    const file = { name: 'film.mp4', size: MAX_PHOTO_BYTES + 1 }
    expect(checkPhoto(file, bytesOf('\0\0\0\x18ftypmp42'))).toBe('too-large')
  })

  it('is refused when it is missing', () => {
    expect(checkPhoto(undefined, new Uint8Array())).toBe('no-file')
  })

  it('is refused with the specified messages', () => {
    expect(photoRefusalMessages).toEqual({
      'no-file': 'No file provided',
      'too-large': 'File size too large. Maximum 5MB allowed.',
      'wrong-type': 'Invalid file type. Only JPEG, PNG, GIF, and WebP are allowed.',
    })
  })
})

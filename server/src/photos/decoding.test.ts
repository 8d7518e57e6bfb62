/** What the process of the decoder does with the bytes. photo-decoder.test.ts has the tests of the process itself. */
import { randomBytes } from 'node:crypto'
import { MAX_INTERLACED_PHOTO_PIXELS, MAX_PHOTO_PIXELS } from '@veni/domain/photo'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { detectPhotoType, encodeShownPhoto } from './decoding.ts'

/** Pixels of the same height, so that only the width decides. */
const HEIGHT = 2_000
const white = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#fff' } })

const noise = (width: number, height: number) =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })

const tiff = await white(40, 30).tiff().toBuffer()

describe('the type of a photo', () => {
  test.each([
    ['a PNG', white(MAX_PHOTO_PIXELS / HEIGHT, HEIGHT).png(), 'image/png'],
    ['a PNG with a few more pixels', white(MAX_PHOTO_PIXELS / HEIGHT + 1, HEIGHT).png(), undefined],
    [
      'an interlaced PNG',
      white(MAX_INTERLACED_PHOTO_PIXELS / HEIGHT, HEIGHT).png({ progressive: true }),
      'image/png',
    ],
    [
      'an interlaced PNG with a few more pixels',
      white(MAX_INTERLACED_PHOTO_PIXELS / HEIGHT + 1, HEIGHT).png({ progressive: true }),
      undefined,
    ],
    [
      'a progressive JPEG with a few more pixels',
      white(MAX_INTERLACED_PHOTO_PIXELS / HEIGHT + 1, HEIGHT).jpeg({ progressive: true }),
      undefined,
    ],
    ['a JPEG that is not progressive', white(5_000, HEIGHT).jpeg(), 'image/jpeg'],
  ])('is found up to the limit of pixels: %s [R-7.037]', async (_, drawing, type) => {
    expect(await detectPhotoType(await drawing.toBuffer())).toBe(type)
  })

  test.each(['jpeg', 'png', 'gif', 'webp'] as const)(
    'is found for the whole photo only, not for a part of it: %s [R-7.037]',
    async (format) => {
      const whole = await noise(64, 64).toFormat(format).toBuffer()
      expect(await detectPhotoType(whole)).toBe(`image/${format}`)
      for (const share of [0.3, 0.6, 0.9]) {
        const part = whole.subarray(0, Math.round(whole.length * share))
        expect(await detectPhotoType(part), String(share)).toBeUndefined()
      }
    },
  )

  test.each([
    ['a text', Buffer.from('hello')],
    ['no bytes', Buffer.of()],
    ['a drawing that can have scripts', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['another format that can be decoded', tiff],
  ])('is not found for %s [R-7.037]', async (_, bytes) => {
    expect(await detectPhotoType(bytes)).toBeUndefined()
  })
})

describe('a shown photo [R-7.038]', () => {
  const readShown = async (photo: Buffer) => {
    const shown = Buffer.from(await encodeShownPhoto(photo))
    const { width, height, format, exif, orientation, icc, xmp } = await sharp(shown).metadata()
    return { shown, has: { width, height, format, exif, orientation, icc, xmp } }
  }

  test('has no metadata, and is turned as the metadata says', async () => {
    const gps = { IFD3: { GPSLatitude: '17/1 23/1 0/1', GPSLatitudeRef: 'N' } }
    const photo = await white(60, 20)
      .withExif({ IFD0: { Make: 'Lens of Ravi' }, ...gps })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect((await readShown(photo)).has).toEqual({ width: 20, height: 60, format: 'jpeg' })
  })

  test('is white where the photo is transparent', async () => {
    const clear = { r: 0, g: 0, b: 0, alpha: 0 }
    const drawing = sharp({ create: { width: 8, height: 8, channels: 4, background: clear } })
    const { shown } = await readShown(await drawing.png().toBuffer())
    expect(Math.min(...(await sharp(shown).raw().toBuffer()))).toBeGreaterThan(250)
  })

  test.each([
    { from: { width: 4_000, height: 3_000 }, to: { width: 2_000, height: 1_500 } },
    { from: { width: 3_000, height: 4_000 }, to: { width: 1_500, height: 2_000 } },
  ])('has 2,000 pixels on its longer side: $from', async ({ from, to }) => {
    const { has } = await readShown(await white(from.width, from.height).jpeg().toBuffer())
    expect(has).toMatchObject(to)
  })

  test('has about 1 MB at most, however much a photo grows', async () => {
    const photo = await noise(2_000, 2_000).jpeg().toBuffer()
    expect(photo.length).toBeGreaterThan(2_000_000)
    const { shown, has } = await readShown(photo)
    expect(shown.length).toBeLessThan(1_100_000)
    expect(has).toMatchObject({ width: 1_200 })
  })

  test('loses fine details before it loses pixels, which a label needs', async () => {
    const grain = { type: 'gaussian', mean: 128, sigma: 34 } as const
    const size = { width: 2_000, height: 1_500, channels: 3 } as const
    const drawing = sharp({ create: { ...size, background: '#fff', noise: grain } })
    const photo = await drawing.jpeg({ quality: 95 }).toBuffer()
    const { shown, has } = await readShown(photo)
    expect(has).toMatchObject({ width: 2_000 })
    expect(shown.length).toBeLessThan(1024 * 1024)
  })
})

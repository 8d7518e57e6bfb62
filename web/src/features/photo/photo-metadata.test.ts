import { expect, test } from 'vitest'
import { preparePhoto } from './prepare-photo.ts'

/** A real photo of the given size in px. */
async function photo(width: number, height: number, type = 'image/jpeg'): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')!
  context.fillStyle = '#d9a520'
  context.fillRect(0, 0, width, height)
  return canvas.convertToBlob({ type, quality: 1 })
}

const named = (blob: Blob, name: string) => new File([blob], name, { type: blob.type })

async function sizeOf(bytes: ArrayBuffer) {
  const bitmap = await createImageBitmap(new Blob([bytes]))
  return [bitmap.width, bitmap.height]
}

const SECRET = 'Exif position of the house'
/** The entries of a TIFF header that turn the picture by a quarter: orientation 6. */
const TURNED = '\0\0MM\0*\0\0\0\b\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0'

/** The entries of a TIFF header with one latitude, 17 degrees. */
const POSITION =
  '\0\0MM\0*\0\0\0\b\0\x01\x88\x25\0\x04\0\0\0\x01\0\0\0\x1a\0\0\0\0\0\x01\0\x02\0\x05\0\0\0\x03\0\0\0\x2c\0\0\0\0\0\0\0\x11\0\0\0\x01'

const latin = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0))
const isIn = (text: string, bytes: ArrayBuffer) =>
  new TextDecoder('latin1').decode(bytes).includes(text)

/** Inserts a part behind the header; `at` bytes long. */
async function withPart(image: Blob, at: number, ...part: (Uint8Array<ArrayBuffer> | Blob)[]) {
  return new Blob([image.slice(0, at), ...part, image.slice(at)], { type: image.type })
}

function jpegPart(marker: number, text: string): Uint8Array<ArrayBuffer> {
  const size = text.length + 2
  return Uint8Array.of(0xff, marker, size >> 8, size & 0xff, ...latin(text))
}

/** The checksum is not right; decoders ignore that for such a part. */
function pngPart(name: string, text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.of(0, 0, 0, text.length, ...latin(name), ...latin(text), 0, 0, 0, 0)
}

/** A part of a WebP or another RIFF file. */
function riffPart(name: string, content: Uint8Array<ArrayBuffer>): Blob {
  const length = new DataView(new ArrayBuffer(4))
  length.setUint32(0, content.length, true)
  return new Blob([name, length, content, ...(content.length % 2 === 1 ? ['\0'] : [])])
}

/** A WebP in its extended form: the bits of the header name the parts that follow the picture. */
async function extendedWebp(bits: number, ...parts: Blob[]): Promise<Blob> {
  const simple = await photo(60, 40, 'image/webp')
  const header = riffPart('VP8X', Uint8Array.of(bits, 0, 0, 0, 59, 0, 0, 39, 0, 0))
  // The picture of a canvas comes behind "RIFF", the length and "WEBP", and in some browsers in the extended form.
  const pixels = simple.slice(12)
  const start = await simple.slice(12, 16).text()
  const body = new Blob(['WEBP', ...(start === 'VP8X' ? [] : [header]), pixels, ...parts])
  return new Blob([riffPart('RIFF', new Uint8Array(await body.arrayBuffer()))], {
    type: 'image/webp',
  })
}

/** Two by one pixels with a comment before the picture. */
const gif = new Blob([
  latin('GIF89a\x02\0\x01\0\x80\0\0\0\0\0\xff\xff\xff'),
  latin(`!\xfe${String.fromCharCode(SECRET.length)}${SECRET}\0`),
  latin(',\0\0\0\0\x02\0\x01\0\0\x02\x02\x44\x0a\0;'),
])

const jpeg = await photo(60, 40)
const png = await photo(60, 40, 'image/png')

test.each([
  ['a JPEG with Exif', withPart(jpeg, 2, jpegPart(0xe1, SECRET))],
  ['a JPEG with a position in Exif', withPart(jpeg, 2, jpegPart(0xe1, `Exif${POSITION}${SECRET}`))],
  ['a JPEG with XMP', withPart(jpeg, 2, jpegPart(0xe1, `http://ns.adobe.com/xap/1.0/\0${SECRET}`))],
  ['a JPEG with IPTC', withPart(jpeg, 2, jpegPart(0xed, `Photoshop 3.0\0${SECRET}`))],
  ['a JPEG with a comment', withPart(jpeg, 2, jpegPart(0xfe, SECRET))],
  ['a JPEG with data of its camera', withPart(jpeg, 2, jpegPart(0xeb, SECRET))],
  ['a JPEG with data after its end', Promise.resolve(new Blob([jpeg, SECRET]))],
  ['a PNG with a text', withPart(png, 33, pngPart('tEXt', SECRET))],
  ['a PNG with Exif', withPart(png, 33, pngPart('eXIf', `MM\0*${SECRET}`))],
  ['a PNG with XMP', withPart(png, 33, pngPart('iTXt', `XML:com.adobe.xmp\0\0\0\0\0${SECRET}`))],
  ['a PNG with data after its end', Promise.resolve(new Blob([png, SECRET]))],
  ['a WebP with Exif', extendedWebp(0x08, riffPart('EXIF', latin(SECRET)))],
  ['a WebP with XMP', extendedWebp(0x04, riffPart('XMP ', latin(SECRET)))],
])('%s is drawn again before it is stored [R-7.039]', async (_, made) => {
  const file = await made
  expect(isIn(SECRET, await file.arrayBuffer())).toBe(true)
  const prepared = await preparePhoto(named(file, 'packet.jpg'))
  if ('refusal' in prepared) throw new Error(prepared.refusal)
  expect(isIn(SECRET, prepared.bytes)).toBe(false)
  expect(prepared.type).toBe('image/jpeg')
  expect(await sizeOf(prepared.bytes)).toEqual([60, 40])
})

test('a GIF with a comment is drawn again before it is stored [R-7.039]', async () => {
  expect(isIn(SECRET, await gif.arrayBuffer())).toBe(true)
  const prepared = await preparePhoto(named(gif, 'packet.gif'))
  if ('refusal' in prepared) throw new Error(prepared.refusal)
  expect(isIn(SECRET, prepared.bytes)).toBe(false)
  expect(prepared.type).toBe('image/jpeg')
  expect(await sizeOf(prepared.bytes)).toEqual([2, 1])
})

// The runner must be able to complete the deal (decision 5). What is shown is a copy that the server has decoded.
test('a photo that the browser cannot decode keeps its bytes, with its metadata', async () => {
  const broken = await withPart(jpeg.slice(0, 40), 2, jpegPart(0xe1, SECRET))
  const prepared = await preparePhoto(named(broken, 'packet.jpg'))
  expect(prepared).toEqual({ bytes: await broken.arrayBuffer(), type: 'image/jpeg' })
})

test('a WebP, which may have metadata, is drawn again [R-7.039]', async () => {
  const prepared = await preparePhoto(named(await photo(60, 40, 'image/webp'), 'packet.webp'))
  expect(prepared).toMatchObject({ type: 'image/jpeg' })
})

test('a photo that was turned by its metadata stays turned [R-7.039]', async () => {
  const turned = await withPart(jpeg, 2, jpegPart(0xe1, `Exif${TURNED}`))
  expect(await sizeOf(await turned.arrayBuffer())).toEqual([40, 60])
  const prepared = await preparePhoto(named(turned, 'packet.jpg'))
  if ('refusal' in prepared) throw new Error(prepared.refusal)
  expect(await sizeOf(prepared.bytes)).toEqual([40, 60])
})

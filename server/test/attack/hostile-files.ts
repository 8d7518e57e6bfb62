/** Files that are no photos, or photos with something else in them. The same seed gives the same files. */
import { crc32, deflateSync } from 'node:zlib'
import { createHash } from 'node:crypto'
import sharp from 'sharp'

export interface HostileFile {
  readonly name: string
  /** The type that the phone claims. */
  readonly type: string
  readonly bytes: Buffer
  /** The bytes can be a whole photo: then the server may store them. */
  readonly isMaybePhoto: boolean
}

const FORMATS = ['jpeg', 'png', 'webp', 'gif'] as const
type Format = (typeof FORMATS)[number]

const FOREIGN = {
  html: '<!doctype html><script>alert(document.cookie)</script>',
  javascript: 'alert(1)//',
  svg: '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><image href="file:///etc/passwd"/></svg>',
  pdf: '%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj\n%%EOF',
  zip: 'PK\u0003\u0004\u0014\0\0\0\b\0../../../etc/cron.d/a',
  program: '\u007fELF\u0002\u0001\u0001\0',
} as const

/** A number in [0, 1). */
const chance = (seed: number, name: string) =>
  createHash('sha256').update(`${seed} ${name}`).digest().readUInt32BE() / 2 ** 32

async function photo(format: Format, seed: number): Promise<Buffer> {
  const raw = Buffer.from(
    Array.from({ length: 48 * 36 * 3 }, (_, index) => (index * 31 + seed * 7) % 251),
  )
  return sharp(raw, { raw: { width: 48, height: 36, channels: 3 } })
    .toFormat(format)
    .toBuffer()
}

type Make = (
  usual: Buffer,
  format: Format,
  seed: number,
) => Pick<HostileFile, 'bytes' | 'isMaybePhoto'>

const no = (bytes: Buffer) => ({ bytes, isMaybePhoto: false })
const maybe = (bytes: Buffer) => ({ bytes, isMaybePhoto: true })

const foreignOf = (seed: number) => {
  const names = Object.keys(FOREIGN) as (keyof typeof FOREIGN)[]
  return Buffer.from(FOREIGN[names[seed % names.length] ?? 'html'])
}

const makers: Readonly<Record<string, Make>> = {
  truncated: (usual, _format, seed) =>
    maybe(usual.subarray(0, 1 + Math.floor(chance(seed, 'end') * (usual.length - 2)))),
  'without its start': (usual, _format, seed) => no(usual.subarray(1 + (seed % 8))),
  'with changed bytes': (usual, _format, seed) => {
    const bytes = Buffer.from(usual)
    for (let change = 0; change < 20; change += 1)
      bytes[Math.floor(chance(seed, `at ${change}`) * bytes.length)] = seed + change
    return maybe(bytes)
  },
  'after a foreign start': (usual, _format, seed) => no(Buffer.concat([foreignOf(seed), usual])),
  'before a foreign end': (usual, _format, seed) => maybe(Buffer.concat([usual, foreignOf(seed)])),
  'foreign with the first bytes of a photo': (usual, _format, seed) =>
    no(Buffer.concat([usual.subarray(0, 12), foreignOf(seed)])),
  foreign: (_usual, _format, seed) => no(foreignOf(seed)),
  // A GIF has the size of its screen in the header; the decoder takes the size of the frames.
  'with giant dimensions in the header': (usual, format) =>
    (format === 'gif' ? maybe : no)(withDimensions(usual, format)),
  'of 200 million pixels': () => no(png(20_000, 10_000, Buffer.alloc(2_501 * 10_000))),
  'interlaced, of 200 million pixels': () => no(png(20_000, 10_000, Buffer.alloc(1_000), 1)),
  'with a metadata bomb': (usual, format) => maybe(withMetadata(usual, format)),
  'with chunks that lie about their size': (usual, format) => maybe(withLyingChunk(usual, format)),
  empty: () => no(Buffer.alloc(0)),
  'zero bytes': (_usual, _format, seed) => no(Buffer.alloc(seed + 1)),
  'larger than 5 MB': (usual) => no(Buffer.concat([usual, Buffer.alloc(5_300_000)])),
}

/** A whole photo, which shows that the attack reaches the decoder. */
export async function usualFile(seed: number): Promise<HostileFile> {
  return { name: 'a photo', type: 'image/jpeg', ...maybe(await photo('jpeg', seed)) }
}

/** Photos of each format in turns. */
export async function usualFiles(count: number, seed: number): Promise<HostileFile[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const format = FORMATS[index % FORMATS.length] ?? 'jpeg'
      const bytes = await photo(format, seed + index)
      return { name: `${format} (${index})`, type: `image/${format}`, ...maybe(bytes) }
    }),
  )
}

/** @param count files; the kinds and the formats follow each other */
export async function hostileFiles(count: number, seed: number): Promise<HostileFile[]> {
  const kinds = Object.entries(makers)
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const [kind, make] = kinds[index % kinds.length] ?? ['', makers['foreign']]
      const format = FORMATS[Math.floor(index / kinds.length) % FORMATS.length] ?? 'jpeg'
      const usual = await photo(format, seed + index)
      const made = make?.(usual, format, seed + index) ?? no(usual)
      // Every third file claims another type than it has.
      const type = index % 3 === 0 ? 'text/html' : `image/${format}`
      return { name: `${format} ${kind} (${index})`, type, ...made }
    }),
  )
}

function chunkOf(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  const sum = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(content) >>> 0)
  return Buffer.concat([length, content, sum])
}

/** A PNG with one bit per pixel, so that a small file has many pixels. */
function png(width: number, height: number, pixels: Buffer, interlace = 0): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, interlace], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunkOf('IHDR', header),
    chunkOf('IDAT', deflateSync(pixels)),
    chunkOf('IEND', Buffer.alloc(0)),
  ])
}

function withDimensions(usual: Buffer, format: Format): Buffer {
  if (format === 'png') return png(2 ** 31 - 1, 2 ** 31 - 1, Buffer.alloc(10))
  const bytes = Buffer.from(usual)
  if (format === 'gif') bytes.fill(0xff, 6, 10)
  // The start of frame of a JPEG, and the first frame of a lossy WebP.
  const frame = format === 'jpeg' ? bytes.indexOf(Buffer.from([0xff, 0xc0])) + 5 : 26
  if (format !== 'gif') bytes.fill(0xff, frame, frame + 4)
  return bytes
}

function withMetadata(usual: Buffer, format: Format): Buffer {
  const text = Buffer.alloc(1_000_000, 'a')
  if (format === 'png') {
    const packed = Buffer.concat([Buffer.from('a\0\0'), deflateSync(Buffer.alloc(50_000_000))])
    return Buffer.concat([
      usual.subarray(0, 33),
      chunkOf('zTXt', packed),
      chunkOf('iTXt', text),
      usual.subarray(33),
    ])
  }
  if (format === 'jpeg') {
    const segment = Buffer.concat([
      Buffer.from([0xff, 0xe1, 0xff, 0xff]),
      Buffer.from('Exif\0\0'),
      Buffer.alloc(65_527, 0xff),
    ])
    return Buffer.concat([
      usual.subarray(0, 2),
      ...Array.from({ length: 20 }, () => segment),
      usual.subarray(2),
    ])
  }
  return Buffer.concat([usual, text])
}

function withLyingChunk(usual: Buffer, format: Format): Buffer {
  const bytes = Buffer.from(usual)
  const at = { jpeg: 4, png: 33, webp: 4, gif: 10 }[format]
  bytes.fill(0xff, at, at + 4)
  return bytes
}

import { randomBytes } from 'node:crypto'
import { deflateSync, crc32 } from 'node:zlib'

const SIDE = 640

type Colour = readonly [red: number, green: number, blue: number]

/** In pixels from the centre of the photo. `radius` is the radius of the corners. */
interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly radius: number
}

const packet: Box = { x: 0, y: 10, width: 380, height: 500, radius: 18 }
const seal: Box = { x: 0, y: -190, width: 380, height: 44, radius: 0 }
const hair: Box = { x: 0, y: 70, width: 280, height: 310, radius: 110 }
const paper: Box = { x: 0, y: 110, width: 190, height: 110, radius: 6 }

function isIn(box: Box, x: number, y: number): boolean {
  const across = Math.abs(x - box.x) - box.width / 2 + box.radius
  const down = Math.abs(y - box.y) - box.height / 2 + box.radius
  return Math.hypot(Math.max(across, 0), Math.max(down, 0)) <= box.radius
}

/** A drawing of a clear packet of dark hair on a table. The packet has a red seal and a label with text. */
function colourAt(x: number, y: number): Colour {
  if (isIn(paper, x, y)) {
    const line = Math.floor((y - paper.y + paper.height / 2) / 26)
    const isWritten = (y - paper.y + paper.height / 2) % 26 > 20 && Math.abs(x) < 78 - 13 * line
    return isWritten ? [70, 84, 120] : [250, 247, 236]
  }
  if (isIn(hair, x, y)) {
    const strand = Math.sin(x / 5 + 9 * Math.sin(y / 90))
    return strand > 0.75 ? [78, 60, 50] : strand > 0 ? [44, 34, 30] : [30, 23, 21]
  }
  if (isIn(packet, x, y)) {
    if (isIn(seal, x, y)) return (x + SIDE) % 16 < 3 ? [158, 34, 30] : [190, 48, 42]
    // Reflections on the foil.
    return (x + y + 2 * SIDE) % 210 < 26 ? [238, 243, 243] : [214, 223, 224]
  }
  const isShadow = isIn({ ...packet, x: 14, y: 26 }, x, y)
  const isEvenPlank = Math.floor((y + SIDE) / 128) % 2 === 0
  return isShadow ? [122, 92, 62] : isEvenPlank ? [176, 138, 96] : [166, 128, 88]
}

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

/** The colour of each pixel from the function, in the rows of a PNG file. */
function draw(side: number, colourAt: (x: number, y: number) => Colour): Buffer {
  // The first byte of each row is its filter: 0, none.
  const rowLength = 1 + side * 3
  const pixels = Buffer.alloc(side * rowLength)
  for (let y = 0; y < side; y += 1)
    for (let x = 0; x < side; x += 1)
      pixels.set(colourAt(x - side / 2, y - side / 2), y * rowLength + 1 + x * 3)
  return pixels
}

/** A PNG file with these rows. */
function png(side: number, pixels: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const drawing = draw(SIDE, colourAt)

export const packetPhoto = {
  name: 'packet.png',
  mimeType: 'image/png',
  buffer: png(SIDE, drawing),
}

/** The same drawing with a first row of random pixels: each deal has a photo of its own. */
export function newPacketPhoto() {
  const pixels = Buffer.from(drawing)
  pixels.set(randomBytes(SIDE * 3), 1)
  return { ...packetPhoto, buffer: png(SIDE, pixels) }
}

/** A photo of random pixels with about 108 KB: its upload needs two parts, and the phone sends it as it is. */
export function newGrainyPhoto() {
  const grain = (): Colour => [...randomBytes(3)] as unknown as Colour
  return { name: 'grain.png', mimeType: 'image/png', buffer: png(190, draw(190, grain)) }
}

/** A PNG file with all its parts, whose rows no program can read. The phone stores it, and the server refuses it. */
export function newUnreadablePhoto() {
  const photo = png(SIDE, drawing)
  const rows = photo.indexOf('IDAT') + 4
  // The length of the part stays, and its checksum is not checked by the phone.
  photo.fill(randomBytes(1_000), rows, rows + 1_000)
  return { ...packetPhoto, buffer: photo }
}

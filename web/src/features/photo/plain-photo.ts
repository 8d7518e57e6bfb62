import { MAX_INTERLACED_PHOTO_PIXELS, MAX_PHOTO_PIXELS } from '@veni/domain/photo'

/**
 * Finds out whether a photo can be stored as it is: a JPEG or PNG with nothing but its picture and its colours, within
 * the pixels that the server decodes. Lists name what is permitted, so an unknown kind of metadata is never missed.
 */
export function isPlainPhoto(bytes: ArrayBuffer): boolean {
  const view = new DataView(bytes)
  try {
    return view.getUint16(0) === JPEG_START ? isPlainJpeg(view) : isPlainPng(view)
  } catch (error) {
    // The view ends in the middle of a part.
    if (error instanceof RangeError) return false
    throw error
  }
}

const JPEG_START = 0xff_d8
const JPEG_END = 0xff_d9
const START_OF_SCAN = 0xff_da
const PROGRESSIVE_FRAME = 0xff_c2
/** Frames (baseline, extended, progressive), tables, restart interval. */
const JPEG_PARTS = [0xff_c0, 0xff_c1, 0xff_c2, 0xff_c4, 0xff_db, 0xff_dd]
/** Headers of a fixed length, without a preview: of JFIF, and of Adobe for the colours. */
const JPEG_HEADERS = [
  { part: 0xff_e0, length: 16, name: 'JFIF' },
  { part: 0xff_ee, length: 14, name: 'Adob' },
]

function isPlainJpeg(view: DataView): boolean {
  let fits = false
  let at = 2
  for (;;) {
    const part = view.getUint16(at)
    // Some cameras append data after the end.
    if (part === JPEG_END) return fits && at + 2 === view.byteLength
    if (part !== START_OF_SCAN && !JPEG_PARTS.includes(part) && !isHeader(part, view, at))
      return false
    if (isFrame(part))
      fits = isWithin(view.getUint16(at + 7), view.getUint16(at + 5), part === PROGRESSIVE_FRAME)
    at += 2 + view.getUint16(at + 2)
    if (part === START_OF_SCAN) at = findPartAfterScan(view, at)
  }
}

const isHeader = (part: number, view: DataView, at: number) =>
  JPEG_HEADERS.some(
    ({ part: own, length, name }) =>
      own === part && view.getUint16(at + 2) === length && textAt(view, at + 4) === name,
  )

/** Inside a scan, a zero or the number of a restart follows each byte of 255. */
function findPartAfterScan(view: DataView, start: number): number {
  const bytes = new Uint8Array(view.buffer)
  for (let at = bytes.indexOf(0xff, start); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = view.getUint8(at + 1)
    if (next !== 0 && (next < 0xd0 || next > 0xd7)) return at
  }
  throw new RangeError('The scan does not end')
}

const isFrame = (part: number) => part >= 0xff_c0 && part <= PROGRESSIVE_FRAME

const PNG_PARTS = ['PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'sBIT', 'bKGD', 'pHYs']
const PNG_HEADER_END = 33

function isPlainPng(view: DataView): boolean {
  const [width, height, interlaced] = [view.getUint32(16), view.getUint32(20), view.getUint8(28)]
  if (!isWithin(width, height, interlaced === 1)) return false
  // Each part has its length, its name, its bytes and a checksum.
  for (let at = PNG_HEADER_END; ; at += 12 + view.getUint32(at)) {
    const name = textAt(view, at + 4)
    if (!PNG_PARTS.includes(name)) return false
    if (name === 'IEND') return at + 12 === view.byteLength
  }
}

const textAt = (view: DataView, at: number) =>
  String.fromCharCode(...[0, 1, 2, 3].map((more) => view.getUint8(at + more)))

const isWithin = (width: number, height: number, isInterlaced: boolean) =>
  width * height <= (isInterlaced ? MAX_INTERLACED_PHOTO_PIXELS : MAX_PHOTO_PIXELS)

import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { FROM_OUR_PAGE, type Client } from '../../test/setup/client.ts'
import { RAVI, storeRunners } from '../../test/fixtures/records.ts'
import { useServer } from '../../test/setup/server.ts'
import { hashOf } from './service.ts'

const SECRET = 'the house of Lakshmi'
const GPS = {
  IFD0: { ['ImageDescription']: SECRET },
  IFD3: { GPSLatitude: '17/1 23/1 0/1', GPSLatitudeRef: 'N' },
}
const XMP = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="${SECRET}"/></rdf:RDF></x:xmpmeta>`

const drawing = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#d9a520' } })

const insert = (photo: Buffer, at: number, part: Buffer) =>
  Buffer.concat([photo.subarray(0, at), part, photo.subarray(at)])

function jpegPart(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, content])
}

function pngPart(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/** A caption, as newspapers write it. */
const IPTC = Buffer.concat([
  Buffer.from('Photoshop 3.0\0' + '8BIM\x04\x04\0\0\0\0\0', 'latin1'),
  Buffer.from([5 + SECRET.length, 0x1c, 2, 120, 0, SECRET.length]),
  Buffer.from(SECRET),
])
/** Behind the checks of a PNG's header. */
const PNG_HEADER_END = 33
/** A text in Exif's own form: big-endian, one entry, the description. */
const TIFF = Buffer.concat([
  Buffer.from('MM\0*\0\0\0\x08\0\x01\x01\x0e\0\x02\0\0\0', 'latin1'),
  Buffer.from([SECRET.length, 0, 0, 0, 26, 0, 0, 0, 0]),
  Buffer.from(SECRET),
])

const jpeg = await drawing().jpeg().toBuffer()
const png = await drawing().png().toBuffer()
const gif = await drawing().gif().toBuffer()
const comment = Buffer.from(`!\xfe${String.fromCharCode(SECRET.length)}${SECRET}\0`, 'latin1')

const photos: [string, string, Buffer][] = [
  ['a JPEG with the position in Exif', 'jpg', await drawing().withExif(GPS).jpeg().toBuffer()],
  ['a JPEG with XMP', 'jpg', await drawing().withXmp(XMP).jpeg().toBuffer()],
  ['a JPEG with IPTC', 'jpg', insert(jpeg, 2, jpegPart(0xed, IPTC))],
  ['a JPEG with a comment', 'jpg', insert(jpeg, 2, jpegPart(0xfe, Buffer.from(SECRET)))],
  ['a JPEG with data of its camera', 'jpg', insert(jpeg, 2, jpegPart(0xeb, Buffer.from(SECRET)))],
  ['a JPEG with data after its end', 'jpg', Buffer.concat([jpeg, Buffer.from(SECRET)])],
  [
    'a PNG with a text',
    'png',
    insert(png, PNG_HEADER_END, pngPart('tEXt', Buffer.from(`Title\0${SECRET}`))),
  ],
  ['a PNG with Exif', 'png', insert(png, PNG_HEADER_END, pngPart('eXIf', TIFF))],
  [
    'a PNG with XMP',
    'png',
    insert(png, PNG_HEADER_END, pngPart('iTXt', Buffer.from(`XML:com.adobe.xmp\0\0\0\0\0${XMP}`))),
  ],
  ['a PNG with data after its end', 'png', Buffer.concat([png, Buffer.from(SECRET)])],
  ['a GIF with a comment', 'gif', insert(gif, gif.length - 1, comment)],
  ['a GIF with data after its end', 'gif', Buffer.concat([gif, Buffer.from(SECRET)])],
  ['a WebP with Exif', 'webp', await drawing().withExif(GPS).webp().toBuffer()],
  ['a WebP with XMP', 'webp', await drawing().withXmp(XMP).webp().toBuffer()],
]

/** Everything in a JPEG before its picture, as the markers of its parts. */
function partsOf(photo: Buffer): number[] {
  const parts: number[] = []
  for (let at = 2; photo[at + 1] !== 0xda; at += 2 + photo.readUInt16BE(at + 2))
    parts.push(photo.readUInt16BE(at))
  return parts
}

/** The header of JFIF, tables, frame and restart interval. */
const NEEDED_PARTS = [0xff_e0, 0xff_db, 0xff_c0, 0xff_c4, 0xff_dd]

describe('a photo with metadata, which a phone has not removed [R-7.038]', () => {
  const server = useServer('embedded')
  let ravi: Client
  beforeAll(async () => {
    await storeRunners(server.deps.db)
    ravi = await server.signIn(RAVI.phone)
  })

  test.each(photos)(
    '%s: is stored as it is, and shown as nothing but its picture',
    async (_, ending, photo) => {
      expect(photo.includes(SECRET)).toBe(true)
      const payload = Buffer.concat([
        Buffer.from('--b\r\ncontent-disposition: form-data; name="image"; filename="p"\r\n\r\n'),
        photo,
        Buffer.from('\r\n--b--\r\n'),
      ])
      const headers = { ...FROM_OUR_PAGE, cookie: ravi.cookie }
      const type = { 'content-type': 'multipart/form-data; boundary=b' }
      const stored = await server.app.inject({
        method: 'POST',
        url: '/api/images',
        headers: { ...headers, ...type },
        payload,
      })
      const url = `/api/images/${hashOf(photo)}.${ending}`
      expect(stored.json()).toEqual({ success: true, data: { url } })
      const receipt = await ravi.get<{ data: { sha256: string } }>(`${url}/receipt`)
      expect(receipt.body.data.sha256).toBe(hashOf(photo))

      const shown = await server.app.inject({ method: 'GET', url, headers })
      expect(shown.statusCode).toBe(200)
      const bytes = shown.rawPayload
      expect(bytes.includes(SECRET)).toBe(false)
      expect(partsOf(bytes).filter((part) => !NEEDED_PARTS.includes(part))).toEqual([])
      expect(bytes.subarray(-2)).toEqual(Buffer.from([0xff, 0xd9]))
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 40, height: 30 })
    },
  )
})

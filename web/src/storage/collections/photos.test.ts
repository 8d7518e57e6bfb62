import * as v from 'valibot'
import { expect, test } from 'vitest'
import { sha256Hex } from '../../lib/bytes.ts'
import { photoIdStart, photos, photoSchema, visitOfPhoto } from './photos.ts'

const bytes = new Uint8Array([0xff, 0xd8, 0xff, 1]).buffer
const photo = {
  id: 'v1.packet.1',
  owner: '9000000001',
  visitId: 'v1',
  role: 'packet',
  type: 'image/jpeg',
  bytes,
  sha256: '',
  takenAt: 1,
}

test('a photo comes back from the database with its bytes and the state of its upload', () => {
  const full = { ...photo, customerId: '7', url: '/a.jpg', uploadId: 'u1', refusal: 'too_large' }
  for (const role of ['packet', 'receipt'])
    for (const type of ['image/jpeg', 'image/png', 'image/gif', 'image/webp'])
      expect(v.parse(photoSchema, { ...full, role, type })).toEqual({ ...full, role, type })
  const { bytes: _bytes, ...received } = photo
  expect(v.parse(photoSchema, received)).toEqual(received)
  expect(v.is(photoSchema, { ...photo, role: 'house' })).toBe(false)
  expect(v.is(photoSchema, { ...photo, bytes: [1] })).toBe(false)
})

const { isWhole, isNeeded, isEvictable, findUncopied } = photos.secondCopy ?? {}

test('a copy of a photo is whole when its bytes have their checksum, or when it has no bytes or no checksum', async () => {
  const sha256 = await sha256Hex(bytes)
  expect(await isWhole?.({ ...photo, sha256 })).toBe(true)
  expect(await isWhole?.({ ...photo, sha256, bytes: bytes.slice(1) })).toBe(false)
  expect(await isWhole?.({ ...photo, sha256, bytes: undefined })).toBe(true)
  expect(await isWhole?.(photo)).toBe(true)
  expect(await isWhole?.({ bytes })).toBe(true)
})

test('a photo needs a copy while only this phone has its bytes, and a full phone may delete the copy', () => {
  expect(isNeeded?.(photo)).toBe(true)
  expect(isNeeded?.({ ...photo, url: '/a.jpg' })).toBe(false)
  expect(isNeeded?.({ ...photo, bytes: undefined })).toBe(false)
  expect(isEvictable?.(photo.id)).toBe(true)
})

test('a start copies the photos of the deals that the server has not received', async () => {
  const isUncopied = await findUncopied?.((collection, isFound) => {
    const rows = { v1: { receivedAt: 5 }, v2: {} }
    expect(collection).toBe('deals')
    return Promise.resolve(Object.entries(rows).flatMap(([key, row]) => (isFound(row) ? key : [])))
  })
  expect(['v1.packet.1', 'v2.packet.1', 'v3.receipt.1'].filter((id) => isUncopied?.(id))).toEqual([
    'v2.packet.1',
    'v3.receipt.1',
  ])
})

test('the id of a photo begins with its visit and its role', () => {
  expect(photoIdStart('v1', 'receipt')).toBe('v1.receipt.')
  expect(visitOfPhoto('v1.receipt.1')).toBe('v1')
})

import { beforeEach, expect, test } from 'vitest'
import { configureApp } from '../../test/app-config.ts'
import { signInAtPlainPortal, signInRunner } from '../../test/runner.ts'
import type { StoredPhoto } from '../storage/collections/photos.ts'
import { findPhotoUrl } from './photo-address.ts'

const sha256 = 'ab'.repeat(32)
const photo: StoredPhoto = {
  id: 'visit.packet.1',
  owner: '9000000001',
  visitId: 'visit',
  role: 'packet',
  type: 'image/jpeg',
  sha256,
  takenAt: 1,
}

beforeEach(() => {
  signInRunner()
})

test('the record names the address that our server will give to a photo', () => {
  expect(findPhotoUrl(photo)).toBe(`/api/images/${sha256}.jpg`)
})

test('the record names the address that a photo has', () => {
  expect(findPhotoUrl({ ...photo, url: '/api/images/1.jpg' })).toBe('/api/images/1.jpg')
})

test('the address is empty without a photo and without its hash', () => {
  expect([findPhotoUrl(undefined), findPhotoUrl({ ...photo, sha256: '' })]).toEqual(['', ''])
})

test('the address is empty with an image host, which makes its own addresses, and at a plain portal', async () => {
  await configureApp({ imageHostUrl: 'https://images.example/upload' })
  expect(findPhotoUrl(photo)).toBe('')
  await configureApp({})
  signInAtPlainPortal()
  expect(findPhotoUrl(photo)).toBe('')
})

import { expect, test } from 'vitest'
import type { ObjectStore } from '../objects/objects.ts'
import { objectPhotoStore } from './object-photo-store.ts'

const key = { hash: 'a'.repeat(64), type: 'image/webp' } as const

function openBucket() {
  const objects = new Map<string, Uint8Array>()
  const deleted: string[] = []
  const store: ObjectStore = {
    put: async (name, bytes) => void objects.set(name, bytes),
    get: async (name) => objects.get(name),
    size: async (name) => objects.get(name)?.length,
    delete: async (name) => {
      deleted.push(name)
      objects.delete(name)
    },
  }
  return { objects, deleted, photos: objectPhotoStore(store, 'photos') }
}

test('a photo in a bucket has its hash and its type in its name', async () => {
  const { objects, photos } = openBucket()
  await photos.put(key, Buffer.from('a photo'))
  expect([...objects.keys()]).toEqual([`photos/${key.hash}.webp`])
  expect(await photos.get(key)).toEqual(Buffer.from('a photo'))
  expect(await photos.size(key)).toBe(7)
  expect(await photos.get({ ...key, type: 'image/png' })).toBeUndefined()
})

test('a photo in a bucket is deleted also when another server is only storing it', async () => {
  const { deleted, photos } = openBucket()
  await photos.put(key, Buffer.of())
  expect([await photos.delete(key), await photos.delete(key)]).toEqual([true, false])
  expect(deleted).toEqual([`photos/${key.hash}.webp`, `photos/${key.hash}.webp`])
})

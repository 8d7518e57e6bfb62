import { randomBytes } from 'node:crypto'
import { MAX_PHOTO_BYTES } from '@veni/domain/photo'
import { describe, expect, test } from 'vitest'
import { itemsDeal } from '../../../../test/fixtures/phone-file.ts'
import { findPhotos, indexPhotos } from './file-photos.ts'

describe('the photos of a file of deals', () => {
  test('are each read once, however many entries the file has', async () => {
    const deals = await Promise.all(Array.from({ length: 50 }, (_, at) => itemsDeal(at + 1)))
    let reads = 0
    const photos = deals.map(({ photos: [photo] }) => ({
      ...photo,
      get id() {
        reads += 1
        return photo!.id
      },
    }))
    const index = indexPhotos(photos)
    for (const { entry, photos: own } of deals)
      expect(findPhotos(index, entry.work)).toEqual({ found: own, missing: 0 })
    // A few for the schemas, and not one for each pair of a photo and an entry.
    expect(reads).toBeLessThan(deals.length * 10)
  })

  test('are the first of their id, or missing', async () => {
    const { entry, photos } = await itemsDeal(1)
    const other = { ...photos[0]!, taken_at: '2026-11-20T00:00:00.000Z' }
    const find = (...list: unknown[]) => findPhotos(indexPhotos(list), entry.work)
    expect(find(0, photos[0], other).found).toEqual(photos)
    expect(find(0, { ...other, id: 'another' })).toEqual({ found: [], missing: 1 })
    expect(find({ ...other, role: 'another' }, photos[0])).toEqual({ found: [], missing: 1 })
  })

  test('are refused when one is larger than a phone sends', async () => {
    const { entry, photos } = await itemsDeal(1)
    const find = (bytes: number) => {
      const base64 = randomBytes(bytes).toString('base64')
      return findPhotos(indexPhotos([{ ...photos[0], base64 }]), entry.work)
    }
    expect(find(MAX_PHOTO_BYTES).missing).toBe(0)
    expect(() => find(MAX_PHOTO_BYTES + 3)).toThrow('File size too large')
  })
})

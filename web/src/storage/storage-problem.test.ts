import { beforeEach, expect, test } from 'vitest'
import { storePacketPhoto } from '../../test/deal-visit.ts'
import { signInRunner } from '../../test/runner.ts'
import { clearStorage, copiedNames } from '../../test/second-copies.ts'
import { makeUnreadable } from '../../test/unreadable-photo.ts'
import { randomId } from '../lib/random-id.ts'
import { storage } from './phone-storage.ts'

beforeEach(async () => {
  await clearStorage()
  signInRunner()
})

test('a photo whose file is lost does not count as a full phone, and no second copy is deleted', async () => {
  const { id } = await storePacketPhoto(randomId())
  const copies = await copiedNames()
  makeUnreadable(id)
  await expect(storage.photos.change(id, (photo) => photo)).rejects.toThrow('Failed to read')
  expect(await copiedNames()).toEqual(copies)
})

/** The copy of a photo that a browser shows, when the server cannot make it or cannot know whether it may stay. */
import { beforeAll, describe, expect, test } from 'vitest'
import { RAVI, storeRunners } from '../../test/fixtures/records.ts'
import { newPhoto } from '../../test/fixtures/upload-calls.ts'
import { databaseKinds } from '../../test/setup/databases.ts'
import { useServer } from '../../test/setup/server.ts'
import type { Db } from '../db/client.ts'
import { findShownPhoto, photoUrl, shownPhotoKey, storePhoto } from './service.ts'

describe.each(databaseKinds)('a shown photo (%s)', (kind) => {
  const server = useServer(kind)
  beforeAll(() => storeRunners(server.deps.db))

  test('is not found when the store has lost the photo', async () => {
    const ravi = await server.signIn(RAVI.phone)
    const key = await storePhoto(server.deps, RAVI.id, await newPhoto())
    await server.deps.photoStore.delete(key)
    expect(await ravi.get(photoUrl(key))).toMatchObject({ status: 404 })
  })

  test('leaves no copy when the database does not tell whether the photo is still there', async () => {
    const { deps } = server
    const { hash } = await storePhoto(deps, RAVI.id, await newPhoto())
    let isStored = false
    const shownPhotoStore: typeof deps.shownPhotoStore = {
      ...deps.shownPhotoStore,
      put: async (...given) => {
        await deps.shownPhotoStore.put(...given)
        isStored = true
      },
    }
    const db = new Proxy(deps.db, {
      get(real, name: keyof Db) {
        if (isStored) throw new Error('the database is gone')
        return real[name]
      },
    })
    const shown = findShownPhoto({ ...deps, db, shownPhotoStore }, RAVI.id, hash)
    await expect(shown).rejects.toThrow('the database is gone')
    expect(isStored).toBe(true)
    expect(await deps.shownPhotoStore.get(shownPhotoKey(hash))).toBeUndefined()
    expect(await findShownPhoto(deps, RAVI.id, hash)).toBeDefined()
  })
})

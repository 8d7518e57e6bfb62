import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { diskPhotoStore } from './disk-photo-store.ts'
import type { PhotoKey } from './photo-store.ts'

describe('photos on disk', () => {
  const key: PhotoKey = { hash: `ab${'0'.repeat(62)}`, type: 'image/jpeg' }
  let folder = ''
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'veni-photos-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  test('are read as they were stored, also after two writes at once', async () => {
    const store = diskPhotoStore(join(folder, 'photos'))
    const bytes = Buffer.from('a photo')
    await Promise.all([store.put(key, bytes), store.put(key, bytes)])
    expect(Buffer.from((await store.get(key)) ?? [])).toEqual(bytes)
    expect(await readdir(join(folder, 'photos/ab'))).toEqual([`${key.hash}.jpg`])
  })

  test('are not found when they were never stored', async () => {
    expect(await diskPhotoStore(folder).get(key)).toBeUndefined()
  })

  test('leave no partial file when they cannot be stored', async () => {
    const store = diskPhotoStore(folder)
    // A folder with the name of the photo makes the rename fail, also for root.
    await store.put({ ...key, hash: `ab${'1'.repeat(62)}` }, Buffer.from('x'))
    await mkdir(join(folder, 'ab', `${key.hash}.jpg`, 'in-the-way'), { recursive: true })
    await expect(store.put(key, Buffer.from('y'))).rejects.toThrow('EISDIR')
    expect((await readdir(join(folder, 'ab'))).filter((name) => name.endsWith('partial'))).toEqual(
      [],
    )
  })
})

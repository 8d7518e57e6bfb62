import {
  type FileHandle,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readlink,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
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

  test('have a size, until they are deleted', async () => {
    const store = diskPhotoStore(join(folder, 'photos'))
    expect(await store.size(key)).toBeUndefined()
    await store.put(key, Buffer.from('a photo'))
    expect(await store.size(key)).toBe(7)
    expect([await store.delete(key), await store.delete(key)]).toEqual([true, false])
    expect([await store.size(key), await store.get(key)]).toEqual([undefined, undefined])
  })

  test('are deleted also when a folder is in their place', async () => {
    const file = join(folder, 'ab', `${key.hash}.jpg`)
    await mkdir(join(file, 'inside'), { recursive: true })
    expect(await diskPhotoStore(folder).delete(key)).toBe(true)
    expect(await readdir(join(folder, 'ab'))).toEqual([])
  })

  test('are no link in a circle, and in no file in place of their folder', async () => {
    const store = diskPhotoStore(folder)
    const other: PhotoKey = { ...key, hash: `cd${'0'.repeat(62)}` }
    await mkdir(join(folder, 'ab'))
    await symlink(`${key.hash}.jpg`, join(folder, 'ab', `${key.hash}.jpg`))
    await writeFile(join(folder, 'cd'), '')
    for (const one of [key, other])
      expect([await store.get(one), await store.size(one)]).toEqual([undefined, undefined])
    expect(await store.delete(other)).toBe(false)
  })

  test('are not missing when the disk cannot read them', async () => {
    await mkdir(join(folder, 'ab', `${key.hash}.jpg`), { recursive: true })
    await expect(diskPhotoStore(folder).get(key)).rejects.toThrow('EISDIR')
  })

  test('can be read by nobody else on the machine', async () => {
    await diskPhotoStore(join(folder, 'photos')).put(key, Buffer.from('a photo'))
    const modeOf = async (name: string) => (await stat(join(folder, name))).mode & 0o777
    const file = `photos/ab/${key.hash}.jpg`
    expect([await modeOf('photos'), await modeOf('photos/ab')]).toEqual([0o700, 0o700])
    expect(await modeOf(file)).toBe(0o600)
  })

  /** Runs before each call of fsync, with the path of what is synced. */
  async function watchSync(onSync: (path: string) => unknown): Promise<void> {
    const handle = await open(folder)
    const prototype = Object.getPrototypeOf(handle) as FileHandle
    await handle.close()
    const sync = Reflect.get(prototype, 'sync') as FileHandle['sync']
    vi.spyOn(prototype, 'sync').mockImplementation(async function (this: FileHandle) {
      await onSync(await readlink(`/proc/self/fd/${this.fd}`))
      return sync.call(this)
    })
  }

  // A power cut keeps only what was synced: first the bytes, then the names in the folders.
  test('are on the disk when they are stored, and not there when they are deleted', async () => {
    const store = diskPhotoStore(join(folder, 'photos'))
    const synced: string[] = []
    await watchSync((path) => synced.push(path.replace(folder, '').replace(/\.[\w-]{36}\./, '.')))
    await store.put(key, Buffer.from('a photo'))
    const names = ['/photos/ab', '/photos', '']
    expect(synced.splice(0)).toEqual([`/photos/ab/${key.hash}.jpg.partial`, ...names])
    await store.delete(key)
    expect(synced).toEqual(['/photos/ab'])
  })

  test('tell why they cannot be stored, also when nothing of them is left', async () => {
    await watchSync(() => rm(join(folder, 'ab'), { recursive: true }))
    await expect(diskPhotoStore(folder).put(key, Buffer.from('a photo'))).rejects.toThrow('rename')
  })

  test('hold no file open, whether they are stored or not', async () => {
    const store = diskPhotoStore(folder)
    const listOpen = async () => {
      const files = await readdir('/proc/self/fd')
      const paths = files.map((file) => readlink(`/proc/self/fd/${file}`).catch(() => ''))
      return (await Promise.all(paths)).filter((path) => path.startsWith(folder))
    }
    await store.put(key, Buffer.from('a photo'))
    expect(await listOpen()).toEqual([])
    await watchSync(() => Promise.reject(new Error('no space')))
    await expect(store.put(key, Buffer.from('a photo'))).rejects.toThrow('no space')
    expect(await listOpen()).toEqual([])
  })
})

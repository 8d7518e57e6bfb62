import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
} from 'node:fs'
import { readdir, readlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { FileStore } from '@tus/file-store'
import { ERRORS, Upload } from '@tus/server'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { MOST_UNFINISHED, PartialUploads, UPLOAD_LIFE_MS } from './partial-uploads.ts'

const SIZE = 10_000
const idOf = (runnerId: number, number: number) => `${runnerId}-${String(number).padStart(32, '0')}`
const id = idOf(12, 1)

let folder: string
let now: number
let uploads: PartialUploads
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'veni-uploads-'))
  now = Date.now()
  uploads = new PartialUploads(folder, () => new Date(now))
})
afterEach(() => rmSync(folder, { recursive: true }))

const create = (name: string) => uploads.create(new Upload({ id: name, size: SIZE, offset: 0 }))
const write = (bytes: number, offset: number) =>
  uploads.write(Readable.from([Buffer.alloc(bytes, 1)]), id, offset)
const pathOf = (name: string) => join(folder, name)
const readEnds = () => readFileSync(pathOf(`${id}.ends`), 'utf8')
const listUploads = () =>
  readdirSync(folder)
    .filter((name) => !name.includes('.'))
    .toSorted()

test('uploads can be created, also with their first bytes, and ended', async () => {
  await create(id)
  expect(uploads.extensions).toEqual(['creation', 'creation-with-upload', 'termination'])
})

describe('the offsets of an upload', () => {
  test('are stored once each, in a file that nobody else can read', async () => {
    await create(id)
    await write(1_000, 0)
    await write(500, 1_000)
    for (let at = 0; at < 2; at += 1)
      expect(await uploads.getUpload(id)).toMatchObject({ offset: 1_500 })
    expect(readEnds()).toBe('0000000000\n0000001000\n0000001500\n')
    expect(statSync(pathOf(`${id}.ends`)).mode & 0o777).toBe(0o600)
  })

  test('are at most 64, and then only the last one, in a file that nobody else can read', async () => {
    await create(id)
    for (let at = 0; at < 63; at += 1) await write(1, at)
    expect(readEnds().split('\n')).toHaveLength(64 + 1)
    await write(1, 63)
    expect(readEnds()).toBe('0000000064\n')
    expect(statSync(pathOf(`${id}.ends`)).mode & 0o777).toBe(0o600)
  })

  test('leave no file open', async () => {
    await create(id)
    await write(1_000, 0)
    const files = await readdir('/proc/self/fd')
    const paths = await Promise.all(
      files.map((file) => readlink(`/proc/self/fd/${file}`).catch(() => '')),
    )
    expect(paths.filter((path) => path.startsWith(folder))).toEqual([])
  })

  test('are not needed for an upload that an older release has begun', async () => {
    await create(id)
    rmSync(pathOf(`${id}.ends`))
    expect(await write(1_000, 0)).toBe(1_000)
    expect(existsSync(pathOf(`${id}.ends`))).toBe(false)
  })

  test('that cannot be stored do not acknowledge the bytes', async () => {
    await create(id)
    rmSync(pathOf(`${id}.ends`))
    mkdirSync(pathOf(`${id}.ends`))
    await expect(write(1_000, 0)).rejects.toMatchObject({ code: 'EISDIR' })
    rmSync(pathOf(`${id}.ends`), { recursive: true })
  })
})

test('bytes that the disk does not take are refused while the upload is there', async () => {
  await create(id)
  vi.spyOn(FileStore.prototype, 'write').mockRejectedValue(ERRORS.FILE_WRITE_ERROR)
  await expect(write(1_000, 0)).rejects.toBe(ERRORS.FILE_WRITE_ERROR)
})

test('an upload with fewer bytes than its offset gets no zeros in their place', async () => {
  await create(id)
  await write(1_000, 0)
  truncateSync(pathOf(id), 400)
  await uploads.dropUnsynced()
  expect(statSync(pathOf(id)).size).toBe(400)
})

describe('a runner with as many uploads as permitted', () => {
  const secondsAgo = (seconds: number) => now / 1_000 - seconds

  test('loses the one with the oldest byte, and no other runner loses one', async () => {
    await create(idOf(1, 1))
    utimesSync(pathOf(idOf(1, 1)), secondsAgo(90), secondsAgo(90))
    for (let number = 0; number < MOST_UNFINISHED; number += 1) {
      expect(listUploads()).toHaveLength(1 + number)
      await create(idOf(12, number))
    }
    const mine = readdirSync(folder).filter((name) => /^12-\d+$/.test(name))
    const oldest = mine.at(-1) ?? ''
    utimesSync(pathOf(oldest), secondsAgo(60), secondsAgo(60))
    await create(idOf(12, 77))
    const left = [idOf(1, 1), idOf(12, 77), ...mine.filter((name) => name !== oldest)]
    expect(listUploads()).toEqual(left.toSorted())
  })

  test('can begin another one while an older one vanishes', async () => {
    for (let number = 0; number < MOST_UNFINISHED; number += 1)
      symlinkSync(pathOf('nowhere'), pathOf(idOf(12, 100 + number)))
    await create(id)
    expect(listUploads()).toHaveLength(MOST_UNFINISHED)
    expect(listUploads()).toContain(id)
  })
})

test('an upload lives a week after its last byte, to the second', async () => {
  await create(id)
  const lastByte = Math.floor(now / 1_000)
  for (const name of readdirSync(folder)) utimesSync(pathOf(name), lastByte, lastByte)
  now = lastByte * 1_000 + UPLOAD_LIFE_MS
  expect(await uploads.deleteExpired()).toBe(0)
  expect(await uploads.getUpload(id)).toMatchObject({ offset: 0 })
  now += 1
  await expect(uploads.getUpload(id)).rejects.toMatchObject(ERRORS.FILE_NO_LONGER_EXISTS)
  expect(await uploads.deleteExpired()).toBe(1)
  expect(readdirSync(folder)).toEqual([])
})

test('an upload lives no longer when the clock was more than a week ahead and was set back', async () => {
  await create(id)
  const lastByte = Math.floor(now / 1_000)
  for (const name of readdirSync(folder)) utimesSync(pathOf(name), lastByte, lastByte)
  now = lastByte * 1_000 - UPLOAD_LIFE_MS
  expect(await uploads.deleteExpired()).toBe(0)
  expect(await uploads.getUpload(id)).toMatchObject({ offset: 0 })
  now -= 1
  await expect(uploads.getUpload(id)).rejects.toMatchObject(ERRORS.FILE_NO_LONGER_EXISTS)
  expect(await uploads.deleteExpired()).toBe(1)
  expect(readdirSync(folder)).toEqual([])
})

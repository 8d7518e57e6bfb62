import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { syncToDisk, syncTreeToDisk } from '../db/embedded/durable-copy.ts'
import { createWholeFolder } from './whole-folder.ts'

vi.mock('../db/embedded/durable-copy.ts', { spy: true })

const EIO = Object.assign(new Error('input/output error'), { code: 'EIO', syscall: 'fsync' })

describe('a folder that the office creates', () => {
  let parent = ''
  let folder = ''
  beforeAll(() => {
    parent = mkdtempSync(join(tmpdir(), 'veni-whole-folder-'))
    folder = join(parent, 'new')
  })
  beforeEach(() => rmSync(folder, { recursive: true, force: true }))
  afterAll(() => rmSync(parent, { recursive: true }))

  const create = () =>
    createWholeFolder(folder, 'export', (partial) => writeFile(join(partial, 'file'), 'text'))

  it('has its files on the disk before it has its name, and then its name', async () => {
    vi.mocked(syncTreeToDisk).mockImplementationOnce(async () => {
      expect(existsSync(folder)).toBe(false)
    })
    vi.mocked(syncToDisk).mockImplementationOnce(async (synced) => {
      expect([synced, existsSync(folder)]).toEqual([parent, true])
    })
    await create()
    expect(syncTreeToDisk).toHaveBeenCalledOnce()
    expect(syncToDisk).toHaveBeenCalledOnce()
    expect(readdirSync(folder)).toEqual(['file'])
  })

  it.each([
    ['its files', syncTreeToDisk],
    ['its name', syncToDisk],
  ])('is deleted when %s cannot be brought to the disk', async (_, sync) => {
    vi.mocked(sync).mockRejectedValueOnce(EIO)
    await expect(create()).rejects.toThrow(`The export cannot be written to ${folder} (EIO).`)
    expect(readdirSync(parent)).toEqual([])
  })

  it.each([
    'EAI_AGAIN',
    'ECONNREFUSED',
    'ECONNRESET',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'ENOTFOUND',
    'EPIPE',
    'ETIMEDOUT',
  ])('is deleted after an error of a connection (%s), which stays as it is', async (code) => {
    const error = Object.assign(new Error(code), { code, syscall: 'connect' })
    const filling = createWholeFolder(folder, 'export', () => Promise.reject(error))
    await expect(filling).rejects.toBe(error)
    expect(readdirSync(parent)).toEqual([])
  })
})

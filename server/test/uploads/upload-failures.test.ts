import { readdir } from 'node:fs/promises'
import { ERRORS, MemoryLocker } from '@tus/server'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { PartialUploads } from '../../src/photos/uploads/partial-uploads.ts'
import { RAVI, storeRunners } from '../fixtures/records.ts'
import { newPhoto, tusRefusal, uploadCalls } from '../fixtures/upload-calls.ts'
import type { Client } from '../setup/client.ts'
import { useServer } from '../setup/server.ts'

type MemoryLock = ReturnType<MemoryLocker['newLock']>

describe('a part that the server cannot take now', () => {
  const server = useServer('embedded')
  const { call, create, patch, offsetOf } = uploadCalls(() => server.app)
  let ravi: Client
  let photo: Buffer
  let url: string
  beforeAll(async () => {
    await storeRunners(server.deps.db)
    ravi = await server.signIn(RAVI.phone)
  })
  beforeEach(async () => {
    photo = await newPhoto()
    url = await create(ravi, photo.length)
  })

  const goesOn = async () => {
    vi.restoreAllMocks()
    expect(await offsetOf(ravi, url)).toEqual({ status: 200, offset: '0' })
    expect((await patch(ravi, url, 0, photo)).status).toBe(204)
  }

  test('is 503 on a full disk, and taken when there is space', async () => {
    vi.spyOn(PartialUploads.prototype, 'write').mockRejectedValue(ERRORS.FILE_WRITE_ERROR)
    expect(await patch(ravi, url, 0, photo)).toMatchObject({
      ...tusRefusal(503, 'unavailable'),
      headers: { 'retry-after': '60' },
    })
    server.takeErrors()
    await goesOn()
  })

  test('is 503 while another call for its upload does not end', async () => {
    const lock = vi.fn<() => Promise<void>>().mockRejectedValue(ERRORS.ERR_LOCK_TIMEOUT)
    const held = { lock, unlock: () => Promise.resolve() }
    vi.spyOn(MemoryLocker.prototype, 'newLock').mockReturnValue(held as unknown as MemoryLock)
    expect(await patch(ravi, url, 0, photo)).toMatchObject({
      ...tusRefusal(503, 'unavailable'),
      headers: { 'retry-after': '5' },
    })
    server.takeErrors()
    await goesOn()
  })

  test('that has all bytes is deleted when the phone asks for it, and its photo is not stored', async () => {
    const put = vi.spyOn(server.deps.photoStore, 'put')
    put.mockRejectedValueOnce(new Error('lost'))
    expect((await patch(ravi, url, 0, photo)).status).toBe(500)
    server.takeErrors()
    expect((await call(ravi, 'DELETE', url)).status).toBe(204)
    expect(put).toHaveBeenCalledOnce()
    expect((await offsetOf(ravi, url)).status).toBe(404)
    expect(await readdir(server.deps.uploadsFolder)).toEqual([])
  })
})

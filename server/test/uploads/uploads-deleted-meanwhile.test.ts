/** Another server of the same folder deletes an upload while a call for it runs. */
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { FileStore } from '@tus/file-store'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { RAVI, storeRunners } from '../fixtures/records.ts'
import { newPhoto, TUS, tusRefusal, uploadCalls, UPLOADS } from '../fixtures/upload-calls.ts'
import type { Client } from '../setup/client.ts'
import { useServer } from '../setup/server.ts'

describe('an upload that another server deletes meanwhile', () => {
  const server = useServer('embedded')
  const { call, create, patch } = uploadCalls(() => server.app)
  let ravi: Client
  let photo: Buffer
  beforeAll(async () => {
    await storeRunners(server.deps.db)
    ravi = await server.signIn(RAVI.phone)
  })
  beforeEach(async () => {
    photo = await newPhoto()
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    await deleteFiles('')
  })

  /** Deletes the files of all uploads that end so. */
  async function deleteFiles(end: string): Promise<void> {
    const folder = server.deps.uploadsFolder
    for (const name of await readdir(folder))
      if (name.endsWith(end)) await rm(join(folder, name), { force: true })
  }
  const deleteAll = () => deleteFiles('')
  const deleteBytes = async () => {
    const folder = server.deps.uploadsFolder
    for (const name of await readdir(folder)) if (!name.includes('.')) await rm(join(folder, name))
  }

  const original = { ...Object.getOwnPropertyDescriptors(FileStore.prototype) }
  type Method = 'create' | 'write' | 'getUpload'
  type AnyMethod = (this: unknown, ...given: unknown[]) => Promise<unknown>
  /** Deletes files before or after the n-th call of a method of the tus store. */
  function deleteAt(
    when: 'before' | 'after',
    method: Method,
    turn: number,
    files: typeof deleteAll,
  ) {
    const run = original[method].value as AnyMethod
    let calls = 0
    vi.spyOn(FileStore.prototype, method).mockImplementation(async function (
      this: unknown,
      ...given: unknown[]
    ) {
      const isTurn = (calls += 1) === turn
      if (isTurn && when === 'before') await files()
      const result = await run.apply(this, given)
      if (isTurn && when === 'after') await files()
      return result as never
    } as never)
  }

  const files = [
    ['all files', deleteAll, [404, 410]],
    ['the bytes', deleteBytes, [404, 410]],
    // The bytes that are being received are still a whole photo.
    ['the information', () => deleteFiles('.json'), [204, 404]],
  ] as const
  const moments = [
    ['before', 'getUpload', 1],
    ['after', 'getUpload', 1],
    ['before', 'getUpload', 2],
    ['after', 'getUpload', 2],
    ['before', 'write', 1],
    ['after', 'write', 1],
  ] as const
  const cases = files.flatMap(([what, remove, permitted]) =>
    moments.map(([when, method, turn]) => ({ what, remove, when, method, turn, permitted })),
  )

  test.each(cases)(
    'a part and a question get no 500 when $what vanish $when $method $turn',
    async ({ remove, when, method, turn, permitted }) => {
      for (const last of [500, photo.length]) {
        const url = await create(ravi, photo.length)
        deleteAt(when, method, turn, remove)
        const sent = await patch(ravi, url, 0, photo.subarray(0, last))
        expect(permitted).toContain(sent.status)
        vi.restoreAllMocks()
        await deleteAll()
      }
      const url = await create(ravi, photo.length)
      deleteAt(when, method, turn, remove)
      const asked = await call(ravi, 'HEAD', url)
      expect([200, 404, 410]).toContain(asked.status)
    },
  )

  test('a part is 404 when the upload is deleted as its bytes arrive', async () => {
    const url = await create(ravi, photo.length)
    deleteAt('after', 'write', 1, deleteAll)
    expect(await patch(ravi, url, 0, photo.subarray(0, 500))).toMatchObject(
      tusRefusal(404, 'not-found'),
    )
    expect(await readdir(server.deps.uploadsFolder)).toEqual([])
  })

  test('a new upload is 503 when it is deleted at once, which a phone does not take as no uploads at all', async () => {
    const headers = { ...TUS, 'upload-length': String(photo.length) }
    for (const remove of [deleteAll, () => deleteFiles('.json')]) {
      deleteAt('after', 'create', 1, remove)
      const { status, headers: answered } = await call(ravi, 'POST', UPLOADS, { headers })
      expect(status).toBe(503)
      expect(answered['retry-after']).toBe('5')
      vi.restoreAllMocks()
    }
  })

  test('a complete upload is stored when it is deleted while its photo is checked', async () => {
    const { photoDecoder } = server.deps
    const detectType = photoDecoder.detectType.bind(photoDecoder)
    vi.spyOn(photoDecoder, 'detectType').mockImplementation(async (...given) => {
      await deleteAll()
      return detectType(...given)
    })
    const url = await create(ravi, photo.length)
    expect((await patch(ravi, url, 0, photo)).status).toBe(204)
  })
})

import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { newCustomer, orderBody, RAVI, storeRunners } from '../../test/fixtures/records.ts'
import { newPhoto, TUS, uploadCalls, UPLOADS } from '../../test/fixtures/upload-calls.ts'
import type { Client } from '../../test/setup/client.ts'
import { databaseKinds } from '../../test/setup/databases.ts'
import { useServer } from '../../test/setup/server.ts'
import { sessions } from '../db/schema.ts'
import { DataFolderSpace } from './disk-space.ts'

const noSpace = {
  status: 503,
  headers: { 'retry-after': '60' },
  body: { error: { code: 'unavailable' } },
}

describe.each(databaseKinds)('calls while the disk has too little space (%s) [R-7.046]', (kind) => {
  const server = useServer(kind)
  const { call, create, patch, offsetOf } = uploadCalls(() => server.app)
  let ravi: Client
  let photo: Buffer
  let upload: string
  beforeAll(async () => {
    await storeRunners(server.deps.db)
    ravi = await server.signIn(RAVI.phone)
    photo = await newPhoto()
    upload = await create(ravi, photo.length)
  })
  afterEach(() => {
    vi.restoreAllMocks()
  })
  const takeSpace = () => vi.spyOn(server.deps.space, 'isLow').mockResolvedValue(true)

  test('are refused when they store a photo or a part of one, before it is read', async () => {
    takeSpace()
    const headers = { ...TUS, 'upload-length': String(photo.length) }
    expect(await call(ravi, 'POST', UPLOADS, { headers })).toMatchObject(noSpace)
    expect(await patch(ravi, upload, 0, photo)).toMatchObject(noSpace)
    expect(await ravi.send('POST', '/api/images', { image: 'any' })).toMatchObject(noSpace)
    expect(await offsetOf(ravi, upload)).toEqual({ status: 200, offset: '0' })
  })

  test('are refused when they store a record, if the database is on this disk', async () => {
    const { id } = await newCustomer(server.deps.db)
    const isHere = kind === 'embedded'
    takeSpace()
    const answers = [
      await ravi.send('POST', '/api/orders', orderBody(id)),
      await ravi.send('PUT', `/api/customers/${id}`, { status: 'hold', notes: '' }),
    ]
    expect(answers.map(({ status }) => status)).toEqual(isHere ? [503, 503] : [201, 200])
  })

  test('are answered when they read, or free space', async () => {
    takeSpace()
    expect((await ravi.get('/api/customers')).status).toBe(200)
    expect((await call(ravi, 'DELETE', upload)).status).toBe(204)
  })

  test('mark a session as used, if the database is on another disk', async () => {
    const { db } = server.deps
    const twoHoursAgo = new Date(Date.now() - 2 * 3_600_000)
    await db.update(sessions).set({ usedAt: twoHoursAgo })
    takeSpace()
    expect((await ravi.get('/api/customers')).status).toBe(200)
    const [session] = await db.select().from(sessions)
    expect(session!.usedAt > twoHoursAgo).toBe(kind === 'postgres')
  })

  test('are refused when they store a photo, and answered when they read, also after the data folder is gone', async () => {
    const { config, log, space } = server.deps
    const dataDir = join(config.dataDir, 'gone')
    const gone = new DataFolderSpace({ dataDir, leastBytes: 1, log })
    vi.spyOn(space, 'isLow').mockImplementation(() => gone.isLow())
    expect((await ravi.get('/api/customers')).status).toBe(200)
    expect(await ravi.send('POST', '/api/images', { image: 'any' })).toMatchObject(noSpace)
    expect(await ravi.get('/api/admin-health')).toMatchObject({
      status: 200,
      body: { status: 'degraded', database: 'ok' },
    })
    const failure = expect.objectContaining({ code: 'ENOENT' }) as Error
    expect(server.takeErrors()).toEqual(['The free space cannot be measured', failure])
  })
})

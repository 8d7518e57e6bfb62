import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { newCustomer, orderBody, RAVI, storeRunners } from '../../test/fixtures/records.ts'
import { newPhoto, TUS, uploadCalls, UPLOADS } from '../../test/fixtures/upload-calls.ts'
import type { Client } from '../../test/setup/client.ts'
import { databaseKinds } from '../../test/setup/databases.ts'
import { useServer } from '../../test/setup/server.ts'

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
})

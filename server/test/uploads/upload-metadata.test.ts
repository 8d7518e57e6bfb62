import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RAVI, storeRunners } from '../fixtures/records.ts'
import { TUS, tusRefusal, UPLOADS, uploadCalls } from '../fixtures/upload-calls.ts'
import { startObjectServer } from '../setup/object-server.ts'
import { useServer } from '../setup/server.ts'

const bucket = await startObjectServer()
afterAll(() => bucket.close())

describe('uploads to a bucket', () => {
  const server = useServer('postgres', bucket.env)
  const { call } = uploadCalls(() => server.app)
  beforeAll(() => storeRunners(server.deps.db))

  test('metadata of an upload that the database cannot store are refused', async () => {
    const ravi = await server.signIn(RAVI.phone)
    const headers = { ...TUS, 'upload-length': '10', 'upload-metadata': 'filename AAA=' }
    expect(await call(ravi, 'POST', UPLOADS, { headers })).toMatchObject(
      tusRefusal(400, 'bad-request'),
    )
  })
})

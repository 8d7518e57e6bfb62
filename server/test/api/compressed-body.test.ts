import { gunzipSync, gzipSync } from 'node:zlib'
import { MAX_WORK_BYTES } from '@veni/domain/api/work'
import { beforeAll, describe, expect, it } from 'vitest'
import { FROM_OUR_PAGE, type Client } from '../setup/client.ts'
import { useServer } from '../setup/server.ts'
import { itemsDeal } from '../fixtures/phone-file.ts'
import { newCustomer, RAVI, storePrices, storeRunners } from '../fixtures/records.ts'

describe('a call with a compressed body', () => {
  const server = useServer('embedded')
  let ravi: Client
  beforeAll(async () => {
    await storeRunners(server.deps.db)
    await storePrices(server.deps.db)
    ravi = await server.signIn(RAVI.phone)
  })

  const send = async (payload: Buffer, encoding = 'gzip', url = '/api/work') => {
    const reply = await server.app.inject({
      method: 'POST',
      url,
      headers: {
        ...FROM_OUR_PAGE,
        cookie: ravi.cookie,
        'content-type': 'application/json',
        'content-encoding': encoding,
      },
      payload,
    })
    return { status: reply.statusCode, body: reply.json<object>() }
  }
  const newWork = async () => {
    const { entry } = await itemsDeal((await newCustomer(server.deps.db)).id)
    const { version, id, customerId, work } = entry
    return { items: [{ version, id, customer_id: customerId, work }] }
  }
  const toBytes = (body: unknown) => gzipSync(JSON.stringify(body))

  it('records the deal, and knows it again when it comes without compression', async () => {
    const body = await newWork()
    expect(await send(toBytes(body))).toMatchObject({
      status: 200,
      body: { results: [{ outcome: 'recorded' }] },
    })
    const again = await ravi.send('POST', '/api/work', body)
    expect(again).toMatchObject({ status: 200, body: { results: [{ outcome: 'recorded' }] } })
    expect(again.headers['idempotent-replayed']).toBe('true')
  })

  it('is refused when it is longer than the limit after decompression', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * MAX_WORK_BYTES, ' '))
    expect(bomb.length).toBeLessThan(MAX_WORK_BYTES)
    expect(await send(bomb)).toMatchObject({ status: 413, body: { error: { code: 'too-large' } } })
  })

  it.each([
    ['that is cut', (whole: Buffer) => whole.subarray(0, -12)],
    ['that is no gzip', gunzipSync],
    ['that has changed on its way', (whole: Buffer) => Buffer.from(whole).fill(7, 20, 60)],
  ])('is refused with a body %s, and nothing is recorded', async (_case, change) => {
    const body = await newWork()
    expect(await send(change(toBytes(body)))).toMatchObject({
      status: 400,
      body: { error: { code: 'bad-request' } },
    })
    const first = await ravi.send('POST', '/api/work', body)
    expect(first.headers['idempotent-replayed']).toBeUndefined()
  })

  it.each(['br', 'deflate', 'zstd', 'gzip, gzip', 'x'])(
    'is refused when it is compressed with %s',
    async (encoding) => {
      expect(await send(toBytes(await newWork()), encoding)).toMatchObject({
        status: 415,
        body: { error: { code: 'wrong-type' } },
      })
    },
  )

  it('is refused where the contract does not name compression', async () => {
    expect((await send(toBytes({}), 'gzip', '/api/orders')).status).toBe(400)
  })
})

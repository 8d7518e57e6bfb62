import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { FROM_OUR_PAGE, request } from '../setup/client.ts'
import { databaseKinds } from '../setup/databases.ts'
import { newCustomer, orderBody, settlementBody } from '../fixtures/records.ts'
import { useServer } from '../setup/server.ts'

const dealItem = {
  id: '1',
  productId: 'ricecooker',
  name: 'Rice Cooker',
  price: 1206.44,
  quantity: 1,
  image: '',
  description: 'Product',
}

describe.each(databaseKinds)('refusals and failures on %s', (kind) => {
  const server = useServer(kind)

  it('answers the refusals of the framework in one shape', async () => {
    const headers = { 'content-type': 'application/json' }
    const broken = await server.app.inject({
      method: 'POST',
      url: '/api/sign-in/codes',
      payload: '{"phone":',
      headers: { ...FROM_OUR_PAGE, ...headers },
    })
    expect([broken.statusCode, broken.json()]).toMatchObject([
      400,
      { error: { code: 'bad-request' } },
    ])
    const tooLarge = await request(server.app, 'POST', '/api/sign-in/codes', {
      body: { phone: '9'.repeat(2_000_000) },
    })
    expect([tooLarge.status, tooLarge.body]).toMatchObject([413, { error: { code: 'too-large' } }])
    for (const type of ['text/xml', 'text/plain']) {
      const other = await server.app.inject({
        method: 'POST',
        url: '/api/sign-in/codes',
        payload: '<phone/>',
        headers: { ...FROM_OUR_PAGE, 'content-type': type },
      })
      expect([other.statusCode, other.json()]).toMatchObject([
        415,
        { error: { code: 'wrong-type' } },
      ])
      expect(other.body).not.toContain(type)
    }
    const missing = await request(server.app, 'GET', '/api/nothing')
    expect([missing.status, missing.body]).toMatchObject([404, { error: { code: 'not-found' } }])
  })

  it('refuses text that the database cannot store, and logs no failure', async () => {
    const ravi = await server.signIn('9000000001')
    const customer = await newCustomer(server.deps.db)
    const path = `/api/customers/${customer.id}`
    const items = [{ ...dealItem, name: 'Half of \uD83D' }]
    const answers = [
      await ravi.send('PUT', path, { status: 'hold', comments: 'a\0b' }),
      await ravi.send('POST', '/api/orders', orderBody(customer.id, { items })),
      await ravi.send('POST', '/api/settlements', settlementBody(customer.id, { items })),
    ]
    for (const answer of answers) {
      expect([answer.status, answer.body]).toMatchObject([400, { error: { code: 'bad-request' } }])
    }
    const delivered = { status: 'delivered' }
    expect((await ravi.send('PUT', '/api/settlements/%00', delivered)).status).toBe(404)
  })

  it('refuses or corrects dates that the database cannot store', async () => {
    const ravi = await server.signIn('9000000001')
    const customer = await newCustomer(server.deps.db)
    const path = `/api/customers/${customer.id}`
    const year0 = { status: 'hold', comments: 'later', next_followup: '0000-01-01' }
    expect((await ravi.send('PUT', path, year0)).status).toBe(400)
    const farAway = { status: 'delivered', delivered_at: '+275760-01-01T00:00:00Z' }
    expect((await ravi.send('PUT', path, farAway)).status).toBe(200)
  })

  it('reveals nothing of an internal failure, and logs it once', async () => {
    const failing = 'drop table sessions cascade'
    await server.deps.db.execute(failing)
    const headers = { cookie: 'veni=secret-token' }
    const answer = await request(server.app, 'GET', '/api/customers', { headers })
    expect(answer.status).toBe(500)
    expect(answer.body).toEqual({
      error: { code: 'internal', message: 'Something went wrong on our side.' },
    })
    const [line, ...errors] = server.takeErrors()
    expect(line).toBe('GET /api/customers failed')
    expect(errors).toHaveLength(1)
  })

  it.each([
    ['/api/ping', [/^GET \/api\/ping 200 \d+ ms$/]],
    ['/api/customers', [/^GET \/api\/customers 500 \d+ ms$/]],
    ['/api/nothing', []],
    ['/deliveries', []],
  ])('logs at most the path of %s, never its query [R-7.030]', async (path, lines) => {
    const headers = { cookie: 'veni=secret-token' }
    server.takeLog()
    await request(server.app, 'GET', `${path}?customer=Lakshmi&phone=9000000001`, { headers })
    const log = server.takeLog()
    const failures = server.takeErrors()
    expect(log).toEqual(lines.map((line) => expect.stringMatching(line) as string))
    expect(inspect([log, failures], { depth: 10 })).not.toMatch(/Lakshmi|9000000001/)
  })

  it('reports that its database answers', async () => {
    const { body } = await request(server.app, 'GET', '/api/admin-health')
    expect(body).toEqual({ status: 'ok', database: 'ok' })
  })
})

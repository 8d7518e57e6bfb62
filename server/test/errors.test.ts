import { describe, expect, it } from 'vitest'
import { request } from './client.ts'
import { databaseKinds } from './databases.ts'
import { useServer } from './server.ts'

describe.each(databaseKinds)('refusals and failures on %s', (kind) => {
  const server = useServer(kind)

  it('answers in one shape what the framework refuses', async () => {
    const headers = { 'content-type': 'application/json' }
    const broken = await server.app.inject({
      method: 'POST',
      url: '/api/sign-in/codes',
      payload: '{"phone":',
      headers,
    })
    expect([broken.statusCode, broken.json()]).toMatchObject([
      400,
      { error: { code: 'bad-request' } },
    ])
    const tooLarge = await request(server.app, 'POST', '/api/sign-in/codes', {
      body: { phone: '9'.repeat(2_000_000) },
    })
    expect([tooLarge.status, tooLarge.body]).toMatchObject([413, { error: { code: 'too-large' } }])
    const xml = await server.app.inject({
      method: 'POST',
      url: '/api/sign-in/codes',
      payload: '<phone/>',
      headers: { 'content-type': 'text/xml' },
    })
    expect([xml.statusCode, xml.json()]).toMatchObject([415, { error: { code: 'wrong-type' } }])
    const missing = await request(server.app, 'GET', '/api/nothing')
    expect([missing.status, missing.body]).toMatchObject([404, { error: { code: 'not-found' } }])
  })

  it('tells nothing of a failure inside, and logs it once', async () => {
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

  it('logs one line for a request, without its query', async () => {
    server.takeLog()
    await request(server.app, 'GET', '/api/ping?phone=9000000001')
    expect(server.takeLog()).toEqual([expect.stringMatching(/^GET \/api\/ping 200 \d+ ms$/)])
  })

  it('says that its database answers', async () => {
    const { body } = await request(server.app, 'GET', '/api/admin-health')
    expect(body).toEqual({ status: 'ok', database: 'ok' })
  })
})

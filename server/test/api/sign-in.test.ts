import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { hashToken } from '../../src/auth/session-store.ts'
import { sessions } from '../../src/db/schema.ts'
import { type Client, request } from '../setup/client.ts'
import { databaseKinds } from '../setup/databases.ts'
import { useServer } from '../setup/server.ts'

describe.each(databaseKinds)('sign-in on %s', (kind) => {
  const server = useServer(kind)

  it('answers that any code is accepted in demo mode', async () => {
    const body = { phone: '9000000001' }
    const answer = await request(server.app, 'POST', '/api/sign-in/codes', { body })
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({ mode: 'demo', expires_in_seconds: 120 })
  })

  it('opens a session for any phone and six digits; an unknown phone is runner 1 [R-1.001]', async () => {
    const ravi = await server.signIn('98480 22338')
    const { body } = await ravi.get('/api/runners/me')
    expect(body).toMatchObject({ runner: { id: 1 }, orders: [], settlements: [] })
    expect((await server.signIn('+91 90000 00002')).runnerId).toBe(2)
  })

  it('refuses a code that is not six digits and names the field [R-1.001]', async () => {
    const body = { phone: '9000000001', code: '12345' }
    const answer = await request(server.app, 'POST', '/api/sign-in/session', { body })
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({
      error: { code: 'bad-request', fields: [{ path: 'code' }] },
    })
  })

  it('gives a cookie that scripts cannot read and other sites cannot send', async () => {
    const body = { phone: '9000000001', code: '123456' }
    const answer = await request(server.app, 'POST', '/api/sign-in/session', { body })
    expect(answer.headers['set-cookie']).toMatch(/^veni=[\w-]{43}; .*HttpOnly.*SameSite=Strict/)
  })

  it('makes tokens of 32 random bytes', async () => {
    const tokens = [await server.signIn('9000000001'), await server.signIn('9000000001')].map(
      ({ cookie }) => cookie.split('=')[1] ?? '',
    )
    expect(tokens.map((token) => Buffer.from(token, 'base64url').length)).toEqual([32, 32])
    expect(tokens[0]).not.toBe(tokens[1])
    expect(server.deps.randomBytes).toBe(randomBytes)
  })

  it('stores no token that could open a session', async () => {
    const { cookie } = await server.signIn('9000000001')
    const stored = JSON.stringify(await server.deps.db.select().from(sessions))
    expect(stored).not.toContain(cookie.split('=')[1])
  })

  it('ends the session at sign-out', async () => {
    const ravi = await server.signIn('9000000001')
    expect((await ravi.send('DELETE', '/api/sign-in/session')).status).toBe(204)
    expect((await ravi.get('/api/runners/me')).status).toBe(401)
    expect((await request(server.app, 'DELETE', '/api/sign-in/session')).status).toBe(204)
  })

  it('ends the session after thirty days', async () => {
    const ravi = await server.signIn('9000000001')
    const isRavis = eq(sessions.tokenHash, hashToken(ravi.cookie.split('=')[1] ?? ''))
    const [session] = await server.deps.db.select().from(sessions).where(isRavis)
    const days = (Number(session?.expiresAt) - Number(session?.createdAt)) / 86_400_000
    expect(days).toBe(30)
    await server.deps.db.update(sessions).set({ expiresAt: new Date() }).where(isRavis)
    expect((await ravi.get('/api/runners/me')).status).toBe(401)
  })

  it('deletes expired sessions and no others', async () => {
    const isOf = (client: Client) =>
      eq(sessions.tokenHash, hashToken(client.cookie.split('=')[1] ?? ''))
    const [gone, living] = [await server.signIn('9000000001'), await server.signIn('9000000001')]
    const { db } = server.deps
    await db.update(sessions).set({ expiresAt: new Date() }).where(isOf(gone))
    await server.signIn('9000000002')
    expect(await db.$count(sessions, isOf(gone))).toBe(0)
    expect(await db.$count(sessions, isOf(living))).toBe(1)
  })

  it('refuses a phone that expects another runner', async () => {
    const ravi = await server.signIn('9000000001')
    expect((await ravi.get('/api/runners/me', { 'veni-runner': '1' })).status).toBe(200)
    const answer = await ravi.get('/api/runners/me', { 'veni-runner': '2' })
    expect(answer.status).toBe(401)
    expect(answer.body).toMatchObject({ error: { code: 'sign-in-required' } })
  })
})

describe('sign-in behind a proxy that ends https', () => {
  const server = useServer('embedded', { TRUST_PROXY: '1', ALLOW_DEMO_SIGN_IN: 'on' })

  it('binds the cookie to this host and to https', async () => {
    const body = { phone: '9000000001', code: '123456' }
    const headers = { 'x-forwarded-proto': 'https' }
    const answer = await request(server.app, 'POST', '/api/sign-in/session', { body, headers })
    expect(answer.headers['set-cookie']).toMatch(/^__Host-veni=.*; Secure/)
  })
})

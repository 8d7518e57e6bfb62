import { sql } from 'drizzle-orm'
import { describe, expect, it, onTestFinished } from 'vitest'
import { runners, sessions } from '../../src/db/schema.ts'
import { request } from '../setup/client.ts'
import { databaseKinds } from '../setup/databases.ts'
import { cookieOf, HOUR, MINUTE, RUNNER_PHONE, useSignInByCode } from '../setup/sign-in-by-code.ts'

describe.each(databaseKinds)('sessions of a sign-in by code on %s', (kind) => {
  const { server, startProcess, clearSignIn } = useSignInByCode(kind)

  it('gives a new session at each sign-in and ends the one the browser had', async () => {
    await clearSignIn()
    const { app, ask, enter, sent, clock } = await startProcess()
    const signInWith = async (old = '') => {
      await ask(RUNNER_PHONE)
      const answer = await enter(RUNNER_PHONE, sent.at(-1)!.code, old)
      clock.now += 2 * MINUTE
      return cookieOf(answer)
    }
    const statusWith = async (cookie: string) =>
      (await request(app, 'GET', '/api/runners/me', { headers: { cookie } })).status
    const first = await signInWith()
    const otherPhone = await signInWith()
    const second = await signInWith(first)
    expect(second).not.toBe(first)
    expect(await Promise.all([first, otherPhone, second].map(statusWith))).toEqual([401, 200, 200])
  })

  it('gives a new session although the old session of the browser cannot be ended', async () => {
    await clearSignIn()
    const { app, ask, enter, sent, clock } = await startProcess()
    await ask(RUNNER_PHONE)
    const first = cookieOf(await enter(RUNNER_PHONE, sent[0]!.code))
    const { db } = server.deps
    await db.execute(sql`create function keep() returns trigger language plpgsql as
      $$ begin raise exception 'canceled' using errcode = '57014'; end $$`)
    onTestFinished(async () => void (await db.execute(sql`drop function keep cascade`)))
    await db.execute(
      sql`create trigger keep before delete on sessions for each row execute function keep()`,
    )
    clock.now += 2 * MINUTE
    await ask(RUNNER_PHONE)
    const answer = await enter(RUNNER_PHONE, sent[1]!.code, first)
    expect(answer.status).toBe(201)
    const headers = { cookie: cookieOf(answer) }
    expect((await request(app, 'GET', '/api/runners/me', { headers })).status).toBe(200)
    expect(server.takeErrors()).toEqual([
      'The old session of a browser was not ended',
      expect.any(Error),
    ])
  })

  it('ends a session after fourteen days without a call and after thirty days', async () => {
    await clearSignIn()
    const { app, ask, enter, sent, clock } = await startProcess()
    await ask(RUNNER_PHONE)
    const answer = await enter(RUNNER_PHONE, sent[0]!.code)
    const cookie = cookieOf(answer)
    const statusAfter = async (days: number) => {
      clock.now += days * 24 * HOUR
      return (await request(app, 'GET', '/api/runners/me', { headers: { cookie } })).status
    }
    expect(await statusAfter(13)).toBe(200)
    expect(await statusAfter(13)).toBe(200)
    expect(await statusAfter(3)).toBe(200)
    expect(await statusAfter(1)).toBe(401)
    clock.now -= 4 * 24 * HOUR
    expect(await statusAfter(0)).toBe(200)
    await server.deps.db.update(sessions).set({ usedAt: new Date(clock.now - 14 * 24 * HOUR) })
    expect(await statusAfter(0)).toBe(401)
  })

  it('shuts a suspended runner out with the next call', async () => {
    await clearSignIn()
    const { app, ask, enter, sent } = await startProcess()
    await ask(RUNNER_PHONE)
    const answer = await enter(RUNNER_PHONE, sent[0]!.code)
    const cookie = cookieOf(answer)
    await server.deps.db.update(runners).set({ suspendedAt: new Date() })
    const refused = await request(app, 'GET', '/api/runners/me', { headers: { cookie } })
    expect(refused).toMatchObject({ status: 401, body: { error: { code: 'sign-in-required' } } })
  })
})

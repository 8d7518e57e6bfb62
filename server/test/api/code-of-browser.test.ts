import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { phones, runners } from '../../src/db/schema.ts'
import { BROWSER_COOKIE, request } from '../setup/client.ts'
import { databaseKinds } from '../setup/databases.ts'
import { cookieOf, RUNNER_PHONE, useSignInByCode } from '../setup/sign-in-by-code.ts'

describe.each(databaseKinds)('a sign-in code of a browser, on %s', (kind) => {
  const { server, startProcess, clearSignIn } = useSignInByCode(kind)

  it('is taken only from the browser that asked for it', async () => {
    await clearSignIn()
    const { ask, enter, enterIn, sent } = await startProcess()
    await ask(RUNNER_PHONE)
    const { code } = sent[0]!
    const guess = { phone: RUNNER_PHONE, code }
    for (const cookie of ['', 'veni-phone=', `veni-phone=${randomUUID()}`, 'veni-phone=undefined'])
      expect((await enterIn(cookie, guess)).status).toBe(401)
    expect((await enter(RUNNER_PHONE, code)).status).toBe(201)
    await clearSignIn()
    await ask(RUNNER_PHONE)
    for (let time = 0; time < 5; time++) await enterIn(`veni-phone=${randomUUID()}`, guess)
    // They count as wrong guesses.
    expect((await enter(RUNNER_PHONE, sent[1]!.code)).status).toBe(401)
  })

  it('is not replaced by another browser within the countdown, and then belongs to it', async () => {
    await clearSignIn()
    const { ask, enter, enterIn, sent, clock } = await startProcess()
    const other = `veni-phone=${randomUUID()}`
    await ask(RUNNER_PHONE)
    clock.now += 50_000
    expect((await ask(RUNNER_PHONE, '203.0.113.7', other)).body.expires_in_seconds).toBe(70)
    expect(sent).toHaveLength(1)
    clock.now += 70_000
    expect((await ask(RUNNER_PHONE, '203.0.113.7', other)).body.expires_in_seconds).toBe(120)
    const code = sent[1]?.code
    expect((await enter(RUNNER_PHONE, code ?? '')).status).toBe(401)
    expect((await enterIn(other, { phone: RUNNER_PHONE, code })).status).toBe(201)
  })

  it('is taken from a browser of the runner, whoever asked for it', async () => {
    await clearSignIn()
    const { app, ask, enter, enterIn, sent } = await startProcess()
    await ask(RUNNER_PHONE)
    const session = cookieOf(await enter(RUNNER_PHONE, sent[0]?.code ?? ''))
    const report = { phone_id: randomUUID(), unsent: { deals: 0, photos: 0, others: 0 }, items: [] }
    const headers = { cookie: `${BROWSER_COOKIE}; ${session}` }
    const reported = await request(app, 'POST', '/api/reconciliation', { body: report, headers })
    expect(reported.status).toBe(200)
    const otherBrowser = `veni-phone=${randomUUID()}`
    await ask(RUNNER_PHONE, '198.51.100.9', otherBrowser)
    const guess = { phone: RUNNER_PHONE, code: sent[1]?.code }
    expect((await enterIn(`veni-phone=${randomUUID()}`, guess)).status).toBe(401)
    // A browser in which only another runner has worked.
    const othersBrowser = randomUUID()
    const { db } = server.deps
    await db.insert(runners).values({ id: 2, name: 'Sita Devi', phone: '9000000002' })
    await db.update(phones).set({ runnerId: 2, browserId: othersBrowser })
    expect((await enterIn(`veni-phone=${othersBrowser}`, guess)).status).toBe(401)
    await db.update(phones).set({ runnerId: 1, browserId: BROWSER_COOKIE.split('=')[1] })
    expect((await enter(RUNNER_PHONE, guess.code ?? '')).status).toBe(201)
  })

  it('belongs to the name that a browser without one gets with it', async () => {
    await clearSignIn()
    const { ask, enterIn, sent } = await startProcess()
    const answer = await ask(RUNNER_PHONE, '203.0.113.7', '')
    const guess = { phone: RUNNER_PHONE, code: sent[0]!.code }
    expect((await enterIn('', guess)).status).toBe(401)
    expect((await enterIn(cookieOf(answer), guess)).status).toBe(201)
  })
})

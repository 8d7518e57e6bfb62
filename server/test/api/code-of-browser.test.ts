import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { databaseKinds } from '../setup/databases.ts'
import { cookieOf, RUNNER_PHONE, useSignInByCode } from '../setup/sign-in-by-code.ts'

describe.each(databaseKinds)('a sign-in code of a browser, on %s', (kind) => {
  const { startProcess, clearSignIn } = useSignInByCode(kind)

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

  it('is sent to another browser within the countdown, and ends the first code', async () => {
    await clearSignIn()
    const { ask, enter, enterIn, sent } = await startProcess()
    await ask(RUNNER_PHONE)
    const other = `veni-phone=${randomUUID()}`
    const answer = await ask(RUNNER_PHONE, '203.0.113.7', other)
    expect(answer.body.expires_in_seconds).toBe(120)
    const [first, second] = sent.map(({ code }) => code)
    expect((await enter(RUNNER_PHONE, first!)).status).toBe(401)
    expect((await enter(RUNNER_PHONE, second!)).status).toBe(401)
    expect((await enterIn(other, { phone: RUNNER_PHONE, code: second })).status).toBe(201)
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

import { eq } from 'drizzle-orm'
import { describe, expect, it, onTestFinished } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { readConfig } from '../../src/config/config.ts'
import { runners, signInCodes, signInEvents } from '../../src/db/schema.ts'
import { request } from '../setup/client.ts'
import { databaseKinds } from '../setup/databases.ts'
import { HOUR, MINUTE, RUNNER_PHONE, useSignInByCode } from '../setup/sign-in-by-code.ts'

const RUNNER = RUNNER_PHONE
const UNKNOWN = '9848022338'

describe.each(databaseKinds)('sign-in by a code on %s', (kind) => {
  const { server, startProcess, clearSignIn } = useSignInByCode(kind)

  const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

  it('signs in with the code that was sent, once', async () => {
    await clearSignIn()
    const { ask, enter, sent } = await startProcess()
    const answer = await ask(`+91 ${RUNNER}`)
    expect(answer).toMatchObject({ status: 201, body: { mode: 'sms', expires_in_seconds: 120 } })
    expect(sent).toEqual([
      {
        phone: RUNNER,
        code: expect.stringMatching(/^\d{6}$/),
        text: expect.stringContaining(sent[0]!.code),
      },
    ])
    const { code } = sent[0]!
    expect(await enter(RUNNER, code)).toMatchObject({ status: 201, body: { runner: { id: 1 } } })
    expect(await enter(RUNNER, code)).toMatchObject({
      status: 401,
      body: { error: { code: 'wrong-code' } },
    })
  })

  it('accepts a code for thirty seconds longer than the countdown shows, and before it was made', async () => {
    await clearSignIn()
    const { ask, enter, sent, clock } = await startProcess()
    await ask(RUNNER)
    const signInAfter = async (ms: number) => {
      clock.now += ms
      const { status } = await enter(RUNNER, sent[0]!.code)
      clock.now -= ms
      return status
    }
    for (const ms of [151_000, -30_000, -365 * 24 * HOUR]) expect(await signInAfter(ms)).toBe(401)
    expect(await signInAfter(150_000)).toBe(201)
  })

  it('sends no second code within the countdown, and a new code ends the old one', async () => {
    await clearSignIn()
    const { ask, enter, sent, clock } = await startProcess()
    await ask(RUNNER)
    clock.now += 50_000
    expect((await ask(RUNNER)).body.expires_in_seconds).toBe(70)
    expect(sent).toHaveLength(1)
    clock.now += 70_000
    expect((await ask(RUNNER)).body.expires_in_seconds).toBe(120)
    const [old, fresh] = sent.map(({ code }) => code)
    expect(old).not.toBe(fresh)
    expect((await enter(RUNNER, old!)).status).toBe(401)
    expect((await enter(RUNNER, fresh!)).status).toBe(201)
  })

  it('ends a code after five wrong guesses', async () => {
    await clearSignIn()
    const { ask, enter, sent } = await startProcess()
    await ask(RUNNER)
    const { code } = sent[0]!
    for (let guess = 0; guess < 5; guess++)
      expect((await enter(RUNNER, wrong(code))).status).toBe(401)
    expect((await enter(RUNNER, code)).status).toBe(401)
  })

  it('permits ten wrong guesses per phone and day, over all codes, addresses and processes', async () => {
    await clearSignIn()
    const processes = [await startProcess(), await startProcess()]
    const [one, other] = [processes[0]!, processes[1]!]
    const start = one.clock.now
    const answers: number[] = []
    for (let code = 0; code < 4; code++) {
      await one.ask(RUNNER, `203.0.113.${code}`)
      const { code: right } = one.sent.at(-1)!
      for (let guess = 0; guess < 5; guess++) {
        const { enter } = processes[guess % 2]!
        answers.push((await enter(RUNNER, wrong(right), '', `198.51.100.${guess}`)).status)
      }
      for (const { clock } of processes) clock.now += 3 * HOUR
    }
    expect(answers).toEqual([...Array<number>(10).fill(401), ...Array<number>(10).fill(429)])
    const refused = await one.ask(RUNNER, '192.0.2.1')
    expect(refused).toMatchObject({ status: 429, body: { error: { code: 'rate-limited' } } })
    // The five oldest wrong guesses are a day old then.
    expect(Number(refused.headers['retry-after'])).toBe(12 * 3_600)
    other.clock.now = start + 24 * HOUR
    expect((await other.ask(RUNNER)).status).toBe(201)
    expect((await other.enter(RUNNER, other.sent[0]!.code)).status).toBe(201)
  })

  it('counts ten of 1,000 guesses at once, although the clocks move meanwhile', async () => {
    await clearSignIn()
    const processes = [await startProcess(), await startProcess()]
    const [{ ask, sent, enter, clock }] = processes as [Awaited<ReturnType<typeof startProcess>>]
    const statuses: number[] = []
    const waves = [
      [0, 1_000],
      [10 * MINUTE, 1_000],
      [-30 * MINUTE, 50],
      [5 * HOUR, 50],
    ] as const
    for (const [moved, count] of waves) {
      for (const { clock: one } of processes) one.now += moved
      await ask(RUNNER)
      const right = sent.at(-1)?.code ?? '000000'
      const starts = processes.map(({ clock: one }) => one.now)
      let ticks = 0
      const moving = setInterval(() => {
        ticks += 1
        // In turns one clock is up to a minute ahead of the other.
        for (const [at, { clock: one }] of processes.entries())
          one.now = starts[at]! + (at === ticks % 2 ? (ticks % 3) * 30_000 : 0)
      }, 1)
      const guesses = Array.from({ length: count }, (_, index) =>
        processes[index % 2]!.enter(RUNNER, wrong(right), '', `198.51.${index % 250}.7`),
      )
      statuses.push(...(await Promise.all(guesses)).map(({ status }) => status))
      clearInterval(moving)
      expect(ticks).toBeGreaterThan(0)
      for (const [at, { clock: one }] of processes.entries()) one.now = starts[at]!
    }
    expect(statuses.filter((status) => status === 201)).toEqual([])
    // Guesses at a code that has ended are not compared, and so not counted.
    const counted = await server.deps.db.$count(signInEvents, eq(signInEvents.kind, 'wrong-guess'))
    expect(counted).toBe(10)
    clock.now += MINUTE
    expect((await enter(RUNNER, sent.at(-1)!.code, '', '192.0.2.9')).status).toBe(429)
  })

  it('sends five codes per phone and hour, and sixty per address', async () => {
    await clearSignIn()
    const { ask, sent, clock } = await startProcess()
    for (let code = 0; code < 5; code++) {
      expect((await ask(RUNNER, `203.0.113.${code}`)).status).toBe(201)
      clock.now += 2 * MINUTE
    }
    expect(await ask(RUNNER, '192.0.2.1')).toMatchObject({
      status: 429,
      headers: { 'retry-after': '3000' },
    })
    expect(sent).toHaveLength(5)
    clock.now += 50 * MINUTE
    expect((await ask(RUNNER)).status).toBe(201)

    const phones = Array.from(
      { length: 60 },
      (_, index) => `98480${String(index).padStart(5, '0')}`,
    )
    const crowd = await Promise.all(phones.map((phone) => ask(phone, '2001:db8:1:2::1')))
    expect(new Set(crowd.map(({ status }) => status))).toEqual(new Set([201]))
    // The same IPv6 network; then another one.
    expect((await ask(UNKNOWN, '2001:db8:1:2:ffff::9')).status).toBe(429)
    expect((await ask(UNKNOWN, '2001:db8:1:3::1')).status).toBe(201)
  })

  it('counts codes of a clock that was a year ahead for a day, and no longer', async () => {
    await clearSignIn()
    const { ask, clock } = await startProcess()
    const right = clock.now
    clock.now += 365 * 24 * 60 * MINUTE
    for (let code = 0; code < 5; code++) {
      expect((await ask(RUNNER)).status).toBe(201)
      clock.now += 2 * MINUTE
    }
    clock.now = right
    const refused = await ask(RUNNER)
    expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': String(25 * 3_600) } })
    clock.now += 25 * 60 * MINUTE
    expect((await ask(RUNNER)).status).toBe(201)
  })

  it('sends nothing to an unknown or a suspended phone, and answers as for a runner', async () => {
    await clearSignIn()
    const suspended = '9000000077'
    const row = { name: 'Mohan', phone: suspended, suspendedAt: new Date() }
    await server.deps.db.insert(runners).values({ id: 7, ...row })
    const { ask, sent, enter, clock } = await startProcess()
    const known = await ask(RUNNER)
    for (const phone of [UNKNOWN, suspended]) {
      const answer = await ask(phone)
      expect({ ...answer, headers: visible(answer.headers) }).toEqual({
        ...known,
        headers: visible(known.headers),
      })
    }
    expect(sent.map(({ phone }) => phone)).toEqual([RUNNER])
    clock.now += 1_000
    const refused = await enter(RUNNER, wrong(sent[0]!.code))
    for (const phone of [UNKNOWN, suspended])
      expect((await enter(phone, '123456')).body).toEqual(refused.body)
    // Unknown phones also reach the limits.
    for (let code = 0; code < 4; code++) {
      clock.now += 2 * MINUTE
      expect((await ask(UNKNOWN)).status).toBe(201)
    }
    clock.now += 2 * MINUTE
    expect((await ask(UNKNOWN)).status).toBe(429)
  })

  it('opens nothing with a code of a server with another secret', async () => {
    await clearSignIn()
    const { ask, sent } = await startProcess()
    await ask(RUNNER)
    const config = readConfig({
      ...server.env,
      SIGN_IN_SECRET: 'another secret of at least 32 letters',
    })
    const app = await buildApp({ ...server.deps, config, wait: async () => undefined })
    onTestFinished(() => app.close())
    const body = { phone: RUNNER, code: sent[0]!.code }
    expect((await request(app, 'POST', '/api/sign-in/session', { body })).status).toBe(401)
  })

  it('stores neither phone, code nor address of who asks', async () => {
    await clearSignIn()
    const { ask, enter, sent } = await startProcess()
    await ask(UNKNOWN, '203.0.113.99')
    await ask(RUNNER, '203.0.113.99')
    await enter(RUNNER, wrong(sent[0]!.code), '', '203.0.113.99')
    const rows = [
      ...(await server.deps.db.select().from(signInCodes)),
      ...(await server.deps.db.select().from(signInEvents)),
    ]
    expect(rows).toHaveLength(5)
    const stored = JSON.stringify(rows)
    for (const secret of [UNKNOWN, RUNNER, sent[0]!.code, '203.0.113.99'])
      expect(stored).not.toContain(secret)
  })
})

/** Without the header that differs in every answer. */
function visible(headers: Record<string, unknown>): Record<string, unknown> {
  return { ...headers, date: undefined }
}

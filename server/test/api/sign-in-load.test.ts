import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { describe, expect, it, onTestFinished } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { runners, signInEvents } from '../../src/db/schema.ts'
import { request } from '../setup/client.ts'
import { databaseKinds } from '../setup/databases.ts'
import { cookieOf, RUNNER_PHONE, useSignInByCode } from '../setup/sign-in-by-code.ts'

/** The phone of an unknown person is so much higher than the phone of a runner. */
const UNKNOWN_ABOVE = 100_000_000

describe.each(databaseKinds)('a sign-in under load on %s', (kind) => {
  const { server, startProcess, clearSignIn } = useSignInByCode(kind)
  const realWait = (ms: number) => wait(ms)
  const callsPerMinute = { perRunner: 0, perAddress: 0 }

  /** Stores 250 runners. @returns their phones */
  async function storeKnown(): Promise<number[]> {
    await clearSignIn()
    const known = Array.from({ length: 250 }, (_, index) => 9_100_000_000 + index)
    await server.deps.db
      .insert(runners)
      .values(
        known.map((phone, id) => ({ id: 100 + id, name: `Runner ${id}`, phone: String(phone) })),
      )
    return known
  }
  /** Each phone has a network of its own: of phones with one network, the later one would wait longer. */
  const addressOf = (phone: number) =>
    `2001:${Math.floor(phone / UNKNOWN_ABOVE)}:${phone % 1_000}::1`

  /** Ten known and ten unknown phones in turns at the same time: both meet the same load, and 500 answers take 8 s. */
  async function inTurns<T>(known: readonly number[], work: (phone: number) => Promise<T>) {
    const results = { known: [] as T[], unknown: [] as T[] }
    for (let at = 0; at < known.length; at += 10) {
      const batch = known.slice(at, at + 10)
      const both = await Promise.all(
        batch.flatMap((phone) => [work(phone), work(phone + UNKNOWN_ABOVE)]),
      )
      for (const [index, result] of both.entries())
        results[index % 2 === 0 ? 'known' : 'unknown'].push(result)
    }
    expect(results.known.length + results.unknown.length).toBe(500)
    return results
  }

  function expectSameTime(times: { known: readonly number[]; unknown: readonly number[] }) {
    const [one, other] = [median(times.known), median(times.unknown)]
    expect(Math.min(...times.known, ...times.unknown)).toBeGreaterThan(295)
    expect(Math.abs(one - other) / Math.min(one, other)).toBeLessThan(0.05)
  }

  it('sends a code to known and unknown phones after the same time, not before 300 ms', async () => {
    const known = await storeKnown()
    const { ask } = await startProcess(undefined, realWait)
    const timeOf = async (phone: number) => {
      const from = performance.now()
      const { status } = await ask(String(phone), addressOf(phone))
      expect(status).toBe(201)
      return performance.now() - from
    }
    await timeOf(9_300_000_000)
    expectSameTime(await inTurns(known, timeOf))
  })

  it('refuses a wrong code of known and of unknown phones with the same answer after the same time', async () => {
    const known = await storeKnown()
    const quick = await startProcess()
    // Everybody has asked for a code; a code of an unknown phone is sent to nobody.
    await inTurns(known, (phone) => quick.ask(String(phone), addressOf(phone)))
    const sent = new Map(quick.sent.map(({ phone, code }) => [phone, code]))
    expect(sent.size).toBe(known.length)
    const { enter } = await startProcess(undefined, realWait)
    const guess = async (phone: number) => {
      const wrong = sent.get(String(phone)) === '123456' ? '654321' : '123456'
      const from = performance.now()
      const { status, body, headers } = await enter(String(phone), wrong, '', addressOf(phone))
      const time = performance.now() - from
      return { time, answer: JSON.stringify({ status, body, headers: { ...headers, date: '' } }) }
    }
    await guess(9_300_000_000)
    const results = await inTurns(known, guess)
    const answers = new Set([...results.known, ...results.unknown].map(({ answer }) => answer))
    expect([...answers].map((answer) => JSON.parse(answer))).toMatchObject([
      { status: 401, body: { error: { code: 'wrong-code' } } },
    ])
    const timesOf = (guesses: typeof results.known) => guesses.map(({ time }) => time)
    expectSameTime({ known: timesOf(results.known), unknown: timesOf(results.unknown) })
    // Each was compared and counted, also those of unknown phones.
    for (const kind of ['wrong-guess', 'unsent-guess'] as const)
      expect(await server.deps.db.$count(signInEvents, eq(signInEvents.kind, kind))).toBe(250)
  })

  it('lets a signed-in runner read before most of 1,000 sign-ins that arrive at once', async () => {
    await clearSignIn()
    const quiet = await startProcess()
    await quiet.ask(RUNNER_PHONE)
    const cookie = cookieOf(await quiet.enter(RUNNER_PHONE, quiet.sent[0]!.code))
    const app = await buildApp({
      ...server.deps,
      config: { ...server.deps.config, callsPerMinute },
    })
    onTestFinished(() => app.close())
    // A real port, as for phones: 1,000 requests without one would block this process by themselves.
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    const read = () => fetch(`${address}/api/products`, { headers: { cookie } })
    expect((await read()).status).toBe(200)
    let taken = 0
    const flood = Array.from({ length: 1_000 }, async (_, index) => {
      const answer = await request(app, 'POST', '/api/sign-in/codes', {
        body: { phone: String(9_200_000_000 + index) },
        remoteAddress: `198.51.${index >> 8}.${index & 255}`,
      })
      if (answer.status === 201) taken += 1
      return answer
    })
    expect((await read()).status).toBe(200)
    const takenBefore = taken
    const answers = await Promise.all(flood)
    const refused = answers.filter(({ status }) => status === 429)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 429]))
    expect(refused.every(({ headers }) => headers['retry-after'] === '5')).toBe(true)
    expect(taken).toBe(answers.length - refused.length)
    expect(taken).toBeGreaterThanOrEqual(100)
    // No limit in ms: on a loaded machine everything takes longer, and the order stays.
    expect(takenBefore).toBeLessThan(taken / 2)
  })

  it('gives a runner of another network the next turn while all places are taken', async () => {
    await clearSignIn()
    const { ask } = await startProcess()
    const answers: string[] = []
    const flood = Array.from({ length: 200 }, async (_, index) => {
      const { status } = await ask(String(9_200_000_000 + index), `198.51.100.${index}`)
      answers.push(`${status} stranger`)
    })
    // The first refusal shows that all places are taken.
    while (!answers.includes('429 stranger')) await nextTurn()
    await expect(ask(RUNNER_PHONE).then(({ status }) => status)).resolves.toBe(201)
    expect(answers.filter((answer) => answer === '201 stranger').length).toBeLessThan(100)
    await Promise.all(flood)
  })
})

function median(times: readonly number[]): number {
  return times.toSorted((one, other) => one - other)[times.length >> 1] ?? 0
}

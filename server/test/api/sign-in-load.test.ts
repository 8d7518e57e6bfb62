import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { runners } from '../../src/db/schema.ts'
import { request } from '../setup/client.ts'
import { databaseKinds } from '../setup/databases.ts'
import { cookieOf, RUNNER_PHONE, useSignInByCode } from '../setup/sign-in-by-code.ts'

describe.each(databaseKinds)('a sign-in under load on %s', (kind) => {
  const { server, startProcess, clearSignIn } = useSignInByCode(kind)
  const realWait = (ms: number) => wait(ms)
  const callsPerMinute = { perRunner: 0, perAddress: 0 }

  it('answers known and unknown phones after the same time, not before 300 ms', async () => {
    await clearSignIn()
    const known = Array.from({ length: 250 }, (_, index) => 9_100_000_000 + index)
    await server.deps.db
      .insert(runners)
      .values(
        known.map((phone, id) => ({ id: 100 + id, name: `Runner ${id}`, phone: String(phone) })),
      )
    const { ask } = await startProcess(undefined, realWait)
    const timeOf = async (phone: number) => {
      const from = performance.now()
      const { status } = await ask(String(phone), `2001:db8:${phone % 1_000}::1`)
      expect(status).toBe(201)
      return performance.now() - from
    }
    await timeOf(9_300_000_000)
    const times = { known: [] as number[], unknown: [] as number[] }
    // Ten of each in turns at the same time: both meet the same load, and 500 answers take 8 s.
    for (let at = 0; at < known.length; at += 10) {
      const batch = known.slice(at, at + 10)
      const both = await Promise.all(
        batch.flatMap((phone) => [timeOf(phone), timeOf(phone + 100_000_000)]),
      )
      for (const [index, time] of both.entries())
        times[index % 2 === 0 ? 'known' : 'unknown'].push(time)
    }
    const [one, other] = [median(times.known), median(times.unknown)]
    expect(times.known.length + times.unknown.length).toBe(500)
    expect(Math.min(...times.known, ...times.unknown)).toBeGreaterThan(295)
    expect(Math.abs(one - other) / Math.min(one, other)).toBeLessThan(0.05)
  })

  it('lets a signed-in runner read within a second while 1,000 sign-ins arrive at once', async () => {
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
    const flood = Array.from({ length: 1_000 }, (_, index) =>
      request(app, 'POST', '/api/sign-in/codes', {
        body: { phone: String(9_200_000_000 + index) },
        remoteAddress: `198.51.${index >> 8}.${index & 255}`,
      }),
    )
    const from = performance.now()
    expect((await read()).status).toBe(200)
    expect(performance.now() - from).toBeLessThan(1_000)
    const answers = await Promise.all(flood)
    const refused = answers.filter(({ status }) => status === 429)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 429]))
    expect(refused.every(({ headers }) => headers['retry-after'] === '5')).toBe(true)
    expect(answers.length - refused.length).toBeGreaterThanOrEqual(100)
  })
})

function median(times: readonly number[]): number {
  return times.toSorted((one, other) => one - other)[times.length >> 1] ?? 0
}

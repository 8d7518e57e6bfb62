import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { signInCodes, signInEvents } from '../../src/db/schema.ts'
import { databaseKinds } from '../setup/databases.ts'
import { HOUR, MINUTE, RUNNER_PHONE, useSignInByCode } from '../setup/sign-in-by-code.ts'

const RUNNER = RUNNER_PHONE
const UNKNOWN = '9848022338'

describe.each(databaseKinds)('the limits of the sign-in for everybody on %s', (kind) => {
  const { server, startProcess, clearSignIn } = useSignInByCode(kind)

  /** Events of so many phones and addresses. */
  const crowd = (
    kind: (typeof signInEvents.$inferInsert)['kind'],
    size: number,
    at: number,
    network = '',
  ) =>
    server.deps.db.insert(signInEvents).values(
      Array.from({ length: size }, (_, index) => ({
        kind,
        phoneHash: `phone ${index}`,
        addressHash: `${network}address ${index}`,
        at: new Date(at),
      })),
    )

  const ipv4 = { addressOf: (index: number) => `198.51.100.${index}`, other: '198.51.101.1' }
  const ipv6 = {
    addressOf: (index: number) => `2001:db8:77:${index.toString(16)}::1`,
    other: '2001:db8:78::1',
  }

  it('bounds the sent codes and the wrong guesses at them, of everybody together', async () => {
    await clearSignIn()
    const { ask, enter, sent, clock } = await startProcess()
    await crowd('code', 998, clock.now)
    expect((await ask(UNKNOWN)).status).toBe(201)
    expect((await ask(RUNNER)).status).toBe(201)
    expect((await ask('9848022338', '192.0.2.1')).status).toBe(201)
    expect((await ask('9848022339', '192.0.2.1')).status).toBe(201)
    await crowd('code', 1, clock.now)
    // Also an unknown phone, so that the answer reveals nothing.
    expect((await ask('9848022340', '192.0.2.1')).status).toBe(429)
    await crowd('wrong-guess', 1_000, clock.now)
    expect((await enter(RUNNER, sent[0]!.code, '', '192.0.2.2')).status).toBe(429)
  })

  it('lets a runner sign in, however many invented phones ask and guess', async () => {
    await clearSignIn()
    const { ask, enter, sent, clock } = await startProcess()
    const invented = Array.from({ length: 20 }, (_, index) => String(9_848_100_000 + index))
    for (const [index, phone] of invented.entries()) {
      const address = `198.51.100.${index}`
      expect((await ask(phone, address)).status).toBe(201)
      expect((await enter(phone, '123456', '', address)).status).toBe(401)
    }
    // A thousand like these.
    await server.deps.db.execute(sql`
      insert into ${signInEvents} (kind, phone_hash, address_hash, at)
      select kind, phone_hash || copy, address_hash || copy, at
      from ${signInEvents}, generate_series(1, 50) as copy`)
    // Also with another address of the network of the strangers.
    for (const address of ['203.0.113.9', '198.51.100.200']) {
      expect((await ask(RUNNER, address)).status).toBe(201)
      expect((await enter(RUNNER, sent.at(-1)!.code, '', address)).status).toBe(201)
    }
    clock.now += 2 * MINUTE
    expect((await ask(UNKNOWN)).status).toBe(201)
  })

  it('deletes the oldest invented phones after an hour, and never a runner', async () => {
    await clearSignIn()
    const { ask, clock } = await startProcess()
    await ask(RUNNER)
    await ask(UNKNOWN)
    const { db } = server.deps
    expect(await db.$count(signInCodes)).toBe(2)
    await crowd('unsent-code', 5_000, clock.now)
    await ask('9848022339')
    clock.now += MINUTE
    // An unknown phone that was deleted would have a new countdown, which tells that no runner has it.
    for (const phone of [RUNNER, UNKNOWN])
      expect((await ask(phone, '203.0.113.8')).body.expires_in_seconds).toBe(60)
    clock.now += HOUR
    await ask('9848022339')
    expect(await db.$count(signInEvents, eq(signInEvents.kind, 'unsent-code'))).toBe(5_000)
    expect(await db.$count(signInEvents, eq(signInEvents.kind, 'code'))).toBe(1)
    // The runner's code and the last one.
    expect(await db.$count(signInCodes)).toBe(2)
  })

  it('counts the guesses of a day at an unknown phone as at a runner, whatever others do', async () => {
    await clearSignIn()
    const { ask, enter, sent, clock } = await startProcess()
    for (const phone of [RUNNER, UNKNOWN]) {
      for (let code = 0; code < 2; code++) {
        await ask(phone)
        const right = phone === RUNNER ? sent.at(-1)!.code : '000000'
        const wrong = right === '123456' ? '654321' : '123456'
        for (let guess = 0; guess < 5; guess++) expect((await enter(phone, wrong)).status).toBe(401)
        clock.now += 2 * MINUTE
      }
    }
    await crowd('unsent-code', 5_001, clock.now)
    clock.now += HOUR
    await ask('9848022339', '203.0.113.8')
    for (const phone of [RUNNER, UNKNOWN])
      expect((await ask(phone, '203.0.113.9')).status).toBe(429)
  })

  it.each([
    { kind: 'code', most: 250, phone: RUNNER },
    { kind: 'unsent-code', most: 15_360, phone: '9848022339' },
  ] as const)(
    'makes $most codes of the kind "$kind" in an hour for an IPv6 network of 48 bits',
    async ({ kind, most, phone }) => {
      await clearSignIn()
      const { ask, clock } = await startProcess()
      const { addressOf, other } = ipv6
      const { addressHash } = await askAndFind(ask, addressOf(0))
      const made = await server.deps.db.$count(signInEvents, eq(signInEvents.kind, kind))
      await crowd(kind, most - made - 1, clock.now, `${addressHash.split('.')[0]}.`)
      expect((await ask(phone, addressOf(1))).status).toBe(201)
      // Also an unknown phone, so that the answer reveals nothing.
      expect(await ask('9848022340', addressOf(2))).toMatchObject({
        status: 429,
        headers: { 'retry-after': '3600' },
      })
      expect((await ask('9848022340', other)).status).toBe(201)
    },
  )

  it.each([
    {
      who: 'address',
      kind: 'unsent-guess',
      most: 60,
      addressOf: () => '198.51.100.7',
      other: '198.51.100.8',
    },
    { who: 'IPv6 network of 48 bits', kind: 'wrong-guess', most: 250, ...ipv6 },
    { who: 'IPv4 network of 24 bits', kind: 'wrong-guess', most: 250, ...ipv4 },
    { who: 'IPv6 network of 48 bits', kind: 'unsent-guess', most: 15_360, ...ipv6 },
  ] as const)(
    'permits $most guesses of the kind "$kind" in an hour per $who, over all phones',
    async ({ kind, most, addressOf, other }) => {
      await clearSignIn()
      const { ask, enter, sent, clock } = await startProcess()
      const { addressHash } = await askAndFind(ask, addressOf(0))
      const last = kind === 'wrong-guess' ? RUNNER : '9848022342'
      for (const [index, phone] of [last, '9848022343'].entries())
        expect((await ask(phone, addressOf(index + 1))).status).toBe(201)
      await server.deps.db.insert(signInEvents).values(
        Array.from({ length: most - 1 }, (_, index) => ({
          kind,
          phoneHash: `phone ${index}`,
          addressHash:
            addressOf(0) === addressOf(1) ? addressHash : `${addressHash.split('.')[0]}.${index}`,
          at: new Date(clock.now),
        })),
      )
      const wrongCode = sent[0]?.code === '123456' ? '654321' : '123456'
      expect((await enter(last, wrongCode, '', addressOf(1))).status).toBe(401)
      expect(await enter('9848022343', '123456', '', addressOf(2))).toMatchObject({
        status: 429,
        headers: { 'retry-after': '3600' },
      })
      expect((await enter('9848022343', '123456', '', other)).status).toBe(401)
      clock.now += HOUR + 1
      expect((await enter('9848022343', '123456', '', addressOf(2))).status).toBe(401)
    },
  )

  it.each([
    { name: 'IPv4', ...ipv4 },
    { name: 'IPv6', ...ipv6 },
  ])(
    'lets the runners of other networks sign in when one $name network guesses all it can',
    async ({ addressOf }) => {
      await clearSignIn()
      const { ask, enter, sent, clock } = await startProcess()
      const { addressHash } = await askAndFind(ask, addressOf(0))
      const network = addressHash.split('.')[0] ?? ''
      // Until the network is refused: guesses at codes of runners, which count for everybody.
      for (let at = 0, status = 201; status === 201; at += 50) {
        await crowd('wrong-guess', 50, clock.now, `${network}.`)
        status = (await ask(String(9_848_100_000 + at), addressOf(1 + at / 50))).status
      }
      expect((await ask(RUNNER, '203.0.113.9')).status).toBe(201)
      expect((await enter(RUNNER, sent[0]!.code, '', '203.0.113.9')).status).toBe(201)
    },
  )

  const askAndFind = async (
    ask: (phone: string, address: string) => Promise<unknown>,
    address: string,
  ) => {
    await ask(UNKNOWN, address)
    const [event] = await server.deps.db.select().from(signInEvents)
    return event!
  }
})

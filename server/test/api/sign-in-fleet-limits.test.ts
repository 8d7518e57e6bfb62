import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { runners, signInEvents } from '../../src/db/schema.ts'
import { databaseKinds } from '../setup/databases.ts'
import { MINUTE, RUNNER_PHONE, useSignInByCode } from '../setup/sign-in-by-code.ts'

const UNKNOWN = '9848022338'

describe.each(databaseKinds)('the limits of the sign-in of a large fleet on %s', (kind) => {
  const { server, startProcess, clearSignIn } = useSignInByCode(kind)

  /** One of the active runners is there already. */
  async function storeFleet({ active, suspended = 0 }: { active: number; suspended?: number }) {
    const more = active + suspended - 1
    // The embedded database ends a statement that takes long.
    for (let first = 1; first <= more; first += 10_000)
      await server.deps.db.execute(sql`
        insert into ${runners} (id, name, suspended_at)
        select number + 1, 'Runner ' || number, case when number < ${active}::integer then null else now() end
        from generate_series(${first}::integer, ${Math.min(more, first + 9_999)}::integer) as number`)
  }

  /** Events of so many phones and addresses. */
  const crowd = (
    event: (typeof signInEvents.$inferInsert)['kind'],
    size: number,
    { at, network = 'network' }: { at: number; network?: string },
  ) =>
    server.deps.db.execute(sql`
      insert into ${signInEvents} (kind, phone_hash, address_hash, at)
      select ${event}::text, 'phone ' || number, ${network}::text || '.address ' || number,
        ${new Date(at).toISOString()}::timestamptz
      from generate_series(1, ${size}::integer) as number`)

  it.each([
    { name: 'three runners', active: 3, most: 1_000 },
    { name: '1,200 runners', active: 1_200, most: 1_200 },
    { name: '900 runners and 300 suspended ones', active: 900, suspended: 300, most: 1_000 },
  ])('sends $most codes in an hour to $name', async ({ most, ...fleet }) => {
    await clearSignIn()
    await storeFleet(fleet)
    const { ask, sent, clock } = await startProcess()
    await crowd('code', most - 1, { at: clock.now })
    expect((await ask(RUNNER_PHONE)).status).toBe(201)
    expect(sent).toHaveLength(1)
    // Also an unknown phone, so that the answer reveals nothing.
    expect((await ask(UNKNOWN)).status).toBe(429)
  })

  it('sends a quarter of them to one network', async () => {
    await clearSignIn()
    await storeFleet({ active: 1_200 })
    const { ask, sent, clock } = await startProcess()
    await ask(UNKNOWN)
    const [event] = await server.deps.db.select().from(signInEvents)
    const network = event!.addressHash.split('.')[0]!
    await crowd('code', 299, { at: clock.now, network })
    expect((await ask(RUNNER_PHONE, '203.0.113.8')).status).toBe(201)
    expect(sent).toHaveLength(1)
    expect((await ask('9848022339', '203.0.113.9')).status).toBe(429)
    expect((await ask('9848022339', '198.51.100.9')).status).toBe(201)
  })

  it('counts new runners after a minute', async () => {
    await clearSignIn()
    const { ask, clock } = await startProcess()
    await crowd('code', 1_000, { at: clock.now })
    expect((await ask(RUNNER_PHONE)).status).toBe(429)
    await storeFleet({ active: 1_200 })
    clock.now += MINUTE
    expect((await ask(RUNNER_PHONE)).status).toBe(201)
  })

  // The last test: the deletion of so many runners takes longer than a statement may on a slow machine.
  it('permits wrong guesses of a hundredth of the runners in an hour', async () => {
    await clearSignIn()
    await storeFleet({ active: 120_000 })
    const { ask, enter, sent, clock } = await startProcess()
    await ask(RUNNER_PHONE)
    await crowd('wrong-guess', 1_199, { at: clock.now })
    const wrong = sent[0]!.code === '123456' ? '654321' : '123456'
    expect((await enter(RUNNER_PHONE, wrong)).status).toBe(401)
    expect((await enter(RUNNER_PHONE, sent[0]!.code)).status).toBe(429)
  })
})

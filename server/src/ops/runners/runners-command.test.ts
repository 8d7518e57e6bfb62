import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { newCustomer, RAVI, storeRunners } from '../../../test/fixtures/records.ts'
import { request } from '../../../test/setup/client.ts'
import { opsWays, runOps, useOps } from '../../../test/setup/ops.ts'
import { customers, sessions } from '../../db/schema.ts'

describe.each(opsWays)('the runners command %s', (_way, kind) => {
  const server = useOps(kind)
  const ops = (...words: string[]) => runOps('.', server.env, words)
  const failure = (sentence: string) => ({ code: 1, printed: [], errors: [sentence] })

  beforeAll(() => storeRunners(server.deps.db))

  test('adds a runner after the imported ones, once', async () => {
    const added = await ops('runners', 'add', '+91 98480 22338', 'Mohan Rao')
    expect(added).toEqual({ code: 0, printed: ['Added runner 3, Mohan Rao.'], errors: [] })
    expect(await ops('runners', 'add', '9848022338', 'Another')).toEqual(
      failure('A runner has the phone 9848022338 already.'),
    )
    expect(await ops('runners', 'add', '12345', 'Another')).toEqual(
      failure('12345 is not a phone number of ten digits.'),
    )
    expect(await ops('runners', 'add', '9848022339', ' ')).toEqual(failure('The name is missing.'))
    expect((await server.signIn('9848022338')).runnerId).toBe(3)
  })

  test('suspends a runner, whose sessions end, and lets them sign in again', async () => {
    const phones = [await server.signIn(RAVI.phone), await server.signIn(RAVI.phone)]
    expect((await ops('runners', 'suspend', RAVI.phone)).printed).toEqual([
      'Suspended; 2 sessions ended.',
    ])
    for (const phone of phones) expect((await phone.get('/api/runners/me')).status).toBe(401)
    expect((await ops('runners', 'list')).printed).toContain(
      '1  9000000001  Ravi Kumar: suspended, 0 customers, 0 open sessions',
    )
    expect((await ops('runners', 'suspend', RAVI.phone)).printed).toEqual([
      'Suspended; 0 sessions ended.',
    ])
    const body = { phone: RAVI.phone, code: '123456' }
    const meanwhile = await request(server.app, 'POST', '/api/sign-in/session', { body })
    expect(meanwhile).toMatchObject({ status: 401, body: { error: { code: 'wrong-code' } } })
    expect((await ops('runners', 'resume', RAVI.phone)).printed).toEqual([
      'The runner can sign in again.',
    ])
    for (const phone of phones) expect((await phone.get('/api/runners/me')).status).toBe(401)
    await server.signIn(RAVI.phone)
    expect((await ops('runners', 'list')).printed).toContain(
      '1  9000000001  Ravi Kumar: 0 customers, 1 open session',
    )
    expect(await ops('runners', 'suspend', '9111111111')).toEqual(
      failure('No runner has the phone 9111111111.'),
    )
  })

  test('moves all customers of a runner, or the named ones, and never some of them', async () => {
    const { db } = server.deps
    const [one, two] = [await newCustomer(db), await newCustomer(db)]
    const free = await newCustomer(db, { runnerId: null, status: 'interested' })
    const ownerOf = async (id: number) =>
      (await db.select().from(customers).where(eq(customers.id, id)))[0]?.runnerId
    const move = (...ids: number[]) =>
      ops('runners', 'move-customers', RAVI.phone, '9000000002', ...ids.map(String))

    expect(await move(one.id, free.id)).toEqual(
      failure(`Nothing was moved: ${free.id} is not among the customers of Ravi Kumar.`),
    )
    expect(await ownerOf(one.id)).toBe(1)
    expect((await move(one.id)).printed).toEqual(['Moved 1 customer.'])
    expect([await ownerOf(one.id), await ownerOf(two.id)]).toEqual([2, 1])
    expect((await move()).printed).toEqual(['Moved 1 customer.'])
    expect([await ownerOf(two.id), await ownerOf(free.id)]).toEqual([2, null])
    expect(await ops('runners', 'move-customers', RAVI.phone, RAVI.phone)).toEqual(
      failure('Both phones belong to the same runner.'),
    )
    expect(await ops('runners', 'move-customers', RAVI.phone, '9000000002', 'x')).toEqual(
      failure('x is not the id of a customer.'),
    )
  })

  test('lists and ends sessions', async () => {
    await ops('sessions', 'end', '--runner', RAVI.phone)
    const other = await server.signIn('9000000002')
    const ended = await server.signIn(RAVI.phone)
    const { printed } = await ops('sessions', 'list', '--runner', '+91 90000 00001')
    expect(printed).toEqual([
      expect.stringMatching(/^[0-9a-f]{12} {2}Ravi Kumar 9000000001: signed in .*, last used /),
      '1 open session.',
    ])
    expect(await ops('sessions', 'list', '--runner', '9111111111')).toEqual(
      failure('No runner has the phone 9111111111.'),
    )
    const id = printed[0]!.slice(0, 12)
    expect((await ops('sessions', 'end', id)).printed).toEqual(['Ended 1 session.'])
    expect((await ended.get('/api/runners/me')).status).toBe(401)
    expect((await other.get('/api/runners/me')).status).toBe(200)
    expect(await ops('sessions', 'end', id)).toEqual(failure(`There is no session ${id}.`))
    expect(await ops('sessions', 'end', '%')).toEqual(failure('% is not the id of a session.'))
    expect(await ops('sessions', 'end')).toEqual(
      failure('Name either the id of a session or --runner with a phone.'),
    )
    await server.signIn('9000000002')
    expect((await ops('sessions', 'end', '--runner', '9000000002')).printed).toEqual([
      'Ended 2 sessions.',
    ])
    expect((await other.get('/api/runners/me')).status).toBe(401)
  })

  test('lists no session that has ended because nobody used it, or by its age', async () => {
    const { db, now } = server.deps
    await server.signIn(RAVI.phone)
    const listRunners = () => ops('runners', 'list')
    const listSessions = () => ops('sessions', 'list', '--runner', RAVI.phone)
    const before = (await listRunners()).printed.find((line) => line.startsWith('1  '))
    expect(before).toContain('1 open session')
    const { idleDays, days } = server.deps.config.sessionLimits
    const daysAgo = (count: number) => new Date(now().getTime() - count * 86_400_000)
    const mine = eq(sessions.runnerId, RAVI.id)
    await db
      .update(sessions)
      .set({ usedAt: daysAgo(idleDays) })
      .where(mine)
    expect((await listRunners()).printed).toContain(
      before?.replace('1 open session', '0 open sessions'),
    )
    expect((await listSessions()).printed).toEqual(['0 open sessions.'])
    await db
      .update(sessions)
      .set({ usedAt: now(), expiresAt: daysAgo(days) })
      .where(mine)
    expect((await listRunners()).printed).toContain(
      before?.replace('1 open session', '0 open sessions'),
    )
    expect((await listSessions()).printed).toEqual(['0 open sessions.'])
  })

  test('prints no control character of a name', async () => {
    const name = 'Forged\u001b[2J\nline\u202eright-to-left\u200dకు'
    await ops('runners', 'add', '9848022340', name)
    const { printed } = await ops('runners', 'list')
    const shown = 'Forged\uFFFD[2J\uFFFDline\uFFFDright-to-left\u200dకు'
    expect(printed.join('\n')).toContain(shown)
    expect(await ops('runners', 'move-customers', '9848022340', RAVI.phone, '999')).toEqual(
      failure(`Nothing was moved: 999 is not among the customers of ${shown}.`),
    )
  })

  test('adds a runner also after an import with the highest id', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'veni-runners-'))
    const file = join(folder, 'runners.csv')
    const importOne = async (id: number, phone: string) => {
      await writeFile(file, `id,name,phone\n${id},Last,${phone}\n`)
      return ops('import', 'runners', file)
    }
    expect((await importOne(2_000_000_001, '9848022350')).code).toBe(1)
    expect((await importOne(2_000_000_000, '9848022350')).code).toBe(0)
    expect((await ops('runners', 'add', '9848022351', 'Next')).printed).toEqual([
      'Added runner 2000000001, Next.',
    ])
    await rm(folder, { recursive: true })
  })
})

import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LAKSHMI, newCustomer, RAVI, storeRunners } from '../../../test/fixtures/records.ts'
import { opsWays, runOps, useOps } from '../../../test/setup/ops.ts'
import { customerConflicts, customers } from '../../db/schema.ts'

const at = (time: string) => new Date(time)

describe.each(opsWays)('the conflicts of the customers command %s', (_way, kind) => {
  const server = useOps(kind)
  let folder = ''
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'veni-conflicts-'))
    await storeRunners(server.deps.db)
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  const ops = (...words: string[]) => runOps(folder, server.env, ['customers', ...words])

  async function newConflict(offset = 86_400) {
    const { db } = server.deps
    const office = { status: 'rejected', comments: 'Moved away', next_followup: null }
    const customer = await newCustomer(db, { ...office, nextFollowup: null })
    const [conflict] = await db
      .insert(customerConflicts)
      .values({
        workId: randomUUID(),
        customerId: customer.id,
        runnerId: RAVI.id,
        wanted: { status: 'hold', comments: 'After the festival', next_followup: '2026-12-01' },
        seen: {
          status: 'assigned',
          comments: '',
          next_followup: null,
          at: '2026-11-21T04:00:00.000Z',
          clock_offset_s: offset,
        },
        office,
        officeChangedAt: at('2026-11-22T05:00:00Z'),
        receivedAt: at('2026-11-22T06:00:00Z'),
      })
      .returning()
    const read = async () =>
      (await db.select().from(customers).where(eq(customers.id, customer.id)))[0]
    return { number: String(conflict?.id), id: customer.id, read }
  }

  test('are listed with what the office has, and what the runner wanted and saw', async () => {
    const { number, id } = await newConflict()
    const shown = (time: string) =>
      at(time).toLocaleString('sv-SE', { dateStyle: 'short', timeStyle: 'short' })
    expect(await ops('conflicts')).toEqual({
      code: 0,
      printed: [
        `${number}  received ${shown('2026-11-22T06:00:00Z')}  Ravi Kumar ${RAVI.phone}`,
        `  Anjali Reddy (customer ${id})`,
        `! office: rejected "Moved away", changed ${shown('2026-11-22T05:00:00Z')}`,
        `! runner: hold "After the festival", follow-up 2026-12-01, tapped ${shown('2026-11-21T04:00:00Z')} by the phone's clock, ${shown('2026-11-22T04:00:00Z')} by the server's`,
        '  the runner saw assigned',
        '1 conflict.',
      ],
      errors: [],
    })
    await ops('end-conflict', number)
  })

  test('are all listed when an earlier release stored an impossible clock offset', async () => {
    const { number: odd } = await newConflict(1e16)
    const { number, id } = await newConflict()
    const { code, printed } = await ops('conflicts')
    expect(code).toBe(0)
    expect(printed[3]).toMatch(/tapped [-\d]+ [:\d]+ by the phone's clock$/)
    expect(printed).toContain(`  Anjali Reddy (customer ${id})`)
    expect(printed.at(-1)).toBe('2 conflicts.')
    for (const one of [odd, number]) await ops('end-conflict', one)
  })

  test('end with what the office has', async () => {
    const { number, read } = await newConflict()
    const before = await read()
    expect(await ops('end-conflict', number)).toEqual({
      code: 0,
      printed: [`Ended conflict ${number}: the customer keeps what the office has.`],
      errors: [],
    })
    expect(await read()).toEqual(before)
    expect((await ops('conflicts')).printed).toEqual(['0 conflicts.'])
    const again = await ops('end-conflict', number)
    expect(again).toMatchObject({ code: 1, errors: [`There is no open conflict ${number}.`] })
  })

  test('end with what the runner wanted', async () => {
    const { number, read } = await newConflict()
    expect((await ops('end-conflict', number, '--runner')).printed).toEqual([
      `Ended conflict ${number}: the customer has what the runner wanted.`,
    ])
    expect(await read()).toMatchObject({
      status: 'hold',
      comments: 'After the festival',
      nextFollowup: '2026-12-01',
    })
    expect((await ops('conflicts')).printed).toEqual(['0 conflicts.'])
  })

  test('show a customer who has changed since, and then give the runner nothing', async () => {
    const { number, id, read } = await newConflict()
    await server.deps.db.update(customers).set({ status: 'delivered' }).where(eq(customers.id, id))
    expect((await ops('conflicts')).printed).toContain(
      `  Anjali Reddy (customer ${id}), now delivered`,
    )
    expect(await ops('end-conflict', number, '--runner')).toMatchObject({
      code: 1,
      errors: [
        `Customer ${id} has changed since, so nothing was changed. End the conflict without --runner.`,
      ],
    })
    expect(await read()).toMatchObject({ status: 'delivered' })
    expect((await ops('end-conflict', number)).code).toBe(0)
  })

  test.each([
    { status: 'assigned' as const },
    { comments: 'Moved back' },
    { nextFollowup: '2026-12-24' },
  ])('give the runner nothing after a change of one field: %o', async (change) => {
    const { number, id, read } = await newConflict()
    await server.deps.db.update(customers).set(change).where(eq(customers.id, id))
    const before = await read()
    expect(await ops('end-conflict', number, '--runner')).toMatchObject({ code: 1 })
    expect(await read()).toEqual(before)
    await ops('end-conflict', number)
  })

  test("give the runner nothing when the customer is another runner's by now", async () => {
    const { number, id, read } = await newConflict()
    await server.deps.db.update(customers).set({ runnerId: LAKSHMI.id }).where(eq(customers.id, id))
    const before = await read()
    expect(await ops('end-conflict', number, '--runner')).toMatchObject({
      code: 1,
      errors: [
        `Customer ${id} is another runner's by now, so nothing was changed. End the conflict without --runner.`,
      ],
    })
    expect(await read()).toEqual(before)
    expect((await ops('end-conflict', number)).code).toBe(0)
  })

  test('end with what the runner wanted when nobody has the customer by now', async () => {
    const { number, id, read } = await newConflict()
    await server.deps.db.update(customers).set({ runnerId: null }).where(eq(customers.id, id))
    expect((await ops('end-conflict', number, '--runner')).code).toBe(0)
    expect(await read()).toMatchObject({ status: 'hold', runnerId: RAVI.id })
  })

  test('have a number', async () => {
    const isNone = 'is not the number of a conflict.'
    for (const text of ['all', '2147483648'])
      expect((await ops('end-conflict', text)).errors.at(-1)).toContain(`${text} ${isNone}`)
    expect((await ops('end-conflict', '2147483647')).errors.at(-1)).not.toContain(isNone)
  })
})

/** What `deals adopt` says about a value or a customer that it leaves as it is. */
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  cashDeal,
  newDamagedFile,
  newEntry,
  unreadableRow,
} from '../../../../test/fixtures/phone-file.ts'
import { LAKSHMI, newCustomer, orderBody, storeRunners } from '../../../../test/fixtures/records.ts'
import { opsWays, useDealsImport, useOps } from '../../../../test/setup/ops.ts'
import { cashPayments, customers, orders } from '../../../db/schema.ts'

describe.each(opsWays)('deals adopt, %s', (_, kind) => {
  const server = useOps(kind)
  const { adoptFile: adopt } = useDealsImport(server)
  beforeAll(() => storeRunners(server.deps.db))

  test('records nothing when a field is mistyped, whose value it would ignore', async () => {
    const { db } = server.deps
    const { id } = await newCustomer(db)
    const deal = await cashDeal(id)
    const file = newDamagedFile([deal], [unreadableRow(deal, { ...deal.entry, version: 'x' })])
    expect(await adopt(file, '--set', 'cash_amont=300', '--set', 'paid=1')).toMatchObject({
      code: 1,
      errors: [`${deal.name}: refused, it has no field cash_amont, paid: correct --set`],
    })
    expect(await db.$count(cashPayments, eq(cashPayments.customerId, id))).toBe(0)
    expect((await adopt(file, '--set', 'cash_amount=300')).code).toBe(0)
    const isThis = eq(cashPayments.customerId, id)
    expect(await db.select().from(cashPayments).where(isThis)).toMatchObject([
      { cashAmountPaise: 300_00 },
    ])
  })

  test.each([
    ['order_id=77', 'refused, it has no field order_id: correct --set'],
    ['status=confirmed', 'refused, it has no field status: correct --set'],
    ['kind=setlement', 'not adopted, it needs:'],
  ])('records nothing with --set %s, which it would ignore', async (given, reason) => {
    const { db } = server.deps
    const { id } = await newCustomer(db)
    const deal = await cashDeal(id)
    const file = newDamagedFile([deal], [unreadableRow(deal, { ...deal.entry, version: 'x' })])
    const { code, errors } = await adopt(file, '--set', given)
    expect([code, errors[0]]).toEqual([1, `${deal.name}: ${reason}`])
    expect(await db.$count(cashPayments, eq(cashPayments.customerId, id))).toBe(0)
  })

  test('records no single order without the amount that the office gives, which only its delivery has', async () => {
    const { db } = server.deps
    const { id } = await newCustomer(db)
    const work = {
      kind: 'single-order' as const,
      order: orderBody(id),
      delivered: { status: 'delivered' as const },
      customer: { status: 'delivered' as const },
    }
    const made = newEntry(id, work)
    const row = { ...made.entry, work: { ...work, delivered: 7 } }
    const file = newDamagedFile([made], [unreadableRow(made, row)])
    expect((await adopt(file, '--set', 'actual_amount=350')).errors).toEqual([
      `${made.entry.id}: refused, it has no field actual_amount: correct --set`,
    ])
    expect(await db.$count(orders, eq(orders.customerId, id))).toBe(0)
  })

  test('says that the status of a customer of another runner is not changed', async () => {
    const { db } = server.deps
    const { id } = await newCustomer(db, { runnerId: LAKSHMI.id })
    const status = newEntry(id, { kind: 'customer-update', body: { status: 'hold' } })
    const row = { ...status.entry, attempts: 'many' }
    const { printed } = await adopt(newDamagedFile([status], [unreadableRow(status, row)]))
    expect(printed[0]).toBe(
      `${status.entry.id}: adopted, customer ${id} is now of Lakshmi Devi, so the status is not changed`,
    )
    const isThis = eq(customers.id, id)
    expect(await db.select().from(customers).where(isThis)).toMatchObject([{ status: 'assigned' }])
  })
})

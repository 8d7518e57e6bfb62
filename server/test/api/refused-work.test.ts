/** Bounds of whole work, and what the phone learns about work that the server has or refuses. */
import { randomUUID } from 'node:crypto'
import type { WorkResult } from '@veni/domain/api/work'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { findEpoch } from '../../src/db/epoch.ts'
import { cashPayments, customers, orders, recordedWork, settlements } from '../../src/db/schema.ts'
import { cashDeal, itemsDeal, newEntry } from '../fixtures/phone-file.ts'
import { LAKSHMI, newCustomer, RAVI, settlementBody, storeRunners } from '../fixtures/records.ts'
import type { Client } from '../setup/client.ts'
import { databaseKinds } from '../setup/databases.ts'
import { useServer } from '../setup/server.ts'

type Entry = ReturnType<typeof newEntry>['entry']
const toItem = ({ id, customerId, work }: Pick<Entry, 'id' | 'customerId' | 'work'>) => ({
  version: 1,
  id,
  customer_id: customerId,
  work,
})

describe.each(databaseKinds)('whole work on %s', (kind) => {
  const server = useServer(kind)
  let ravi: Client
  beforeAll(async () => {
    await storeRunners(server.deps.db)
    ravi = await server.signIn(RAVI.phone)
  })

  const send = async (items: readonly unknown[], more: object = {}) => {
    const body = { items, ...more }
    return ravi.send<{ results: WorkResult[]; epoch: string }>('POST', '/api/work', body)
  }
  const newDeal = async () => {
    const { id } = await newCustomer(server.deps.db)
    const { entry, name } = await cashDeal(id)
    return { customerId: id, name, item: toItem(entry) }
  }
  const countOf = async (customerId: number) => ({
    orders: await server.deps.db.$count(orders, eq(orders.customerId, customerId)),
    payments: await server.deps.db.$count(cashPayments, eq(cashPayments.customerId, customerId)),
  })
  const NONE = { orders: 0, payments: 0 }
  const ONE = { orders: 1, payments: 1 }

  it('is recorded only in the epoch with which the phone has compared what it sent', async () => {
    const { customerId, item } = await newDeal()
    expect(await send([item], { epoch: randomUUID() })).toMatchObject({
      status: 409,
      body: { error: { code: 'epoch-ended' } },
    })
    expect(await countOf(customerId)).toEqual(NONE)
    const epoch = await findEpoch(server.deps.db)
    const { body } = await send([item], { epoch })
    expect(body).toMatchObject({ results: [{ outcome: 'recorded' }], epoch })
    expect(await countOf(customerId)).toEqual(ONE)
  })

  it('is a repeat only when all of it is one', async () => {
    const [first, second] = [await newDeal(), await newDeal()]
    const isReplayed = async (...items: unknown[]) =>
      'idempotent-replayed' in (await send(items)).headers
    expect(await isReplayed(first.item)).toBe(false)
    expect(await isReplayed(first.item, second.item)).toBe(false)
    expect(await isReplayed(second.item, first.item)).toBe(true)
    expect(await isReplayed(first.item, { id: 7 })).toBe(false)
  })

  it('has its effect under an id in capital letters, too', async () => {
    const { customerId, item } = await newDeal()
    const capital = { ...item, id: item.id.toUpperCase() }
    for (let time = 0; time < 2; time += 1) {
      expect((await send([capital])).body.results).toMatchObject([
        { outcome: 'recorded', order_id: expect.any(Number) as unknown },
      ])
      expect(await countOf(customerId)).toEqual(ONE)
    }
  })

  it('gets the differences of the recount, and no empty list of them, also as a repeat', async () => {
    const { id } = await newCustomer(server.deps.db)
    const { entry } = await itemsDeal(id)
    const wrong = { ...entry.work.settlement, hair_value: 400, balance_amount: 400 }
    const item = toItem({ ...entry, work: { ...entry.work, settlement: wrong } })
    const { body } = await send([item])
    const found = { field: 'hair_value', phone: 400, office: 350, kind: 'sum' }
    expect(body.results).toMatchObject([
      { outcome: 'recorded', differences: expect.arrayContaining([found]) as unknown },
    ])
    expect((await send([item])).body).toEqual(body)
    const right = toItem(newEntry(id, { kind: 'customer-update', body: { status: 'hold' } }).entry)
    for (let time = 0; time < 2; time += 1) {
      const [result] = (await send([right])).body.results
      expect(Object.keys(result ?? {}).toSorted()).toEqual(['hash', 'outcome'])
    }
  })

  it('has a hash that never changes, because phones and backups have it', async () => {
    await newCustomer(server.deps.db, { id: 4711 })
    const visit = '6f1c9d5e-8a3b-4c2d-9e7f-0123456789ab'
    const invoice_id = 'INV-1763690400000-ABCDEF'
    const settlement = settlementBody(4711, { visit_id: visit, invoice_id })
    const work = { kind: 'settlement' as const, settlement, photos: [] }
    const { body } = await send([toItem(newEntry(4711, work, visit).entry)])
    expect(body.results).toMatchObject([
      { hash: 'a6a1d1126e6a75bbd34a074c850322acd000a18c66467ed7d072caee24cc8576' },
    ])
  })

  it("is refused for another runner's customer, and changes nothing", async () => {
    const { id } = await newCustomer(server.deps.db, { runnerId: LAKSHMI.id })
    const hold = newEntry(id, { kind: 'customer-update', body: { status: 'hold' } }).entry
    expect((await send([toItem(hold)])).body.results).toMatchObject([
      { outcome: 'not-recorded', status: 404, error: { code: 'not-found' } },
    ])
    const [customer] = await server.deps.db.select().from(customers).where(eq(customers.id, id))
    expect(customer).toMatchObject({ runnerId: LAKSHMI.id, status: 'assigned' })
  })

  it.each(['0', 'x7', '2147483648', '99999999999'])(
    'is refused, and not tried again, for a customer %s, who cannot exist',
    async (customerId) => {
      const { id: known } = await newCustomer(server.deps.db)
      const { entry } = await cashDeal(known)
      const payment = { ...entry.work.payment, customer_id: customerId }
      const sent = toItem({ ...entry, customerId, work: { ...entry.work, payment } })
      const hold = newEntry(0, { kind: 'customer-update', body: { status: 'hold' } }).entry
      const { body } = await send([sent, toItem({ ...hold, customerId })])
      for (const result of body.results)
        expect(result).toMatchObject({ outcome: 'not-recorded', status: 404 })
      expect(await countOf(known)).toEqual(NONE)
    },
  )

  it('is recorded with a record of exactly 64 KB, and refused with one byte more', async () => {
    const { id } = await newCustomer(server.deps.db)
    const named = { id: '1', productId: 'cookingset', price: 1, quantity: 1, image: '' }
    const longItem = { ...named, name: 'n', description: 'd'.repeat(900) }
    const recordOf = async (bytes: number) => {
      const { entry } = await itemsDeal(id)
      const items = Array.from({ length: 64 }, () => ({ ...longItem }))
      const settlement = { ...entry.work.settlement, items, customer_name: '' }
      settlement.customer_name = 'x'.repeat(bytes - JSON.stringify(settlement).length)
      const [result] = (await send([toItem({ ...entry, work: { ...entry.work, settlement } })]))
        .body.results
      return result
    }
    expect(await recordOf(64 * 1024)).toMatchObject({ outcome: 'recorded' })
    expect(await recordOf(64 * 1024 + 1)).toMatchObject({
      outcome: 'not-recorded',
      status: 413,
      error: { code: 'too-large' },
    })
    expect(await server.deps.db.$count(settlements, eq(settlements.customerId, id))).toBe(1)
  })

  it('can be sent later when a step of it fails, and the failure is logged with its call', async () => {
    const { db } = server.deps
    const { customerId, item } = await newDeal()
    await db.execute(sql`alter table cash_payments rename to payments_away`)
    const { body } = await send([item])
    await db.execute(sql`alter table payments_away rename to cash_payments`)
    expect(body.results).toMatchObject([
      { outcome: 'not-recorded', status: 500, error: { code: 'internal' } },
    ])
    expect(server.takeErrors()).toEqual(['POST /api/cash-payments failed', expect.any(Error)])
    expect(await countOf(customerId)).toEqual(NONE)
    expect(await db.$count(recordedWork, eq(recordedWork.id, item.id))).toBe(0)
    expect((await send([item])).body.results).toMatchObject([{ outcome: 'recorded' }])
    expect(await countOf(customerId)).toEqual(ONE)
  })
})

import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { cashPayments, settlements } from '../../src/db/schema.ts'
import { listAllDeals, needsAttention } from '../../src/deals/deal-overview.ts'
import { cashDeal } from '../fixtures/phone-file.ts'
import {
  cashPaymentBody,
  newCustomer,
  newStoredPhoto,
  ONE_ITEM,
  RAVI,
  settlementBody,
  storePrices,
  storeRunners,
} from '../fixtures/records.ts'
import { placeDealOrder } from '../fixtures/single-orders.ts'
import type { Client } from '../setup/client.ts'
import { databaseKinds } from '../setup/databases.ts'
import { useServer } from '../setup/server.ts'

const NOW = Date.parse('2026-11-22T18:00:00Z')
const MINUTE_MS = 60_000
const ago = (ms: number) => new Date(NOW - ms).toISOString()

describe.each(databaseKinds)('a deal of a phone on %s', (kind) => {
  const server = useServer(kind)
  let ravi: Client
  beforeAll(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOW })
    return () => vi.useRealTimers()
  })
  beforeAll(async () => {
    await storeRunners(server.deps.db)
    await storePrices(server.deps.db)
    ravi = await server.signIn(RAVI.phone)
  })

  /** @returns the row of a deal that is as it must be, except for its times */
  const pay = async (payment_date: string, clock_offset_s?: number) => {
    const { db } = server.deps
    const customer = await newCustomer(db)
    const body = cashPaymentBody(customer.id, {
      hair_photo_url: await newStoredPhoto(server.deps),
      upi_reference: `UPI${customer.id}`,
      payment_date,
      ...(clock_offset_s !== undefined && { clock_offset_s }),
    })
    const payment = { ...body, order_id: await placeDealOrder(ravi, body) }
    expect((await ravi.send('POST', '/api/cash-payments', payment)).status).toBe(201)
    return one(body.invoice_id, cashPayments)
  }
  const settle = async (settlement_date: string, clock_offset_s: number) => {
    const customer = await newCustomer(server.deps.db)
    const hair_photo_url = await newStoredPhoto(server.deps)
    const times = { settlement_date, clock_offset_s }
    const body = settlementBody(customer.id, { ...ONE_ITEM, hair_photo_url, ...times })
    expect((await ravi.send('POST', '/api/settlements', body)).status).toBe(201)
    return one(body.invoice_id, settlements)
  }
  const one = async (invoiceId: string, table: typeof settlements | typeof cashPayments) => {
    const rows = await server.deps.db.select().from(table).where(eq(table.invoiceId, invoiceId))
    return rows[0]!
  }
  const isListed = async (invoiceId: string) => {
    let found: boolean | undefined
    await listAllDeals(server.deps, {}, (deal) => {
      if (deal.invoice_id === invoiceId) found = needsAttention(deal)
    })
    return found
  }

  it.each([
    ['1970', '1970-01-05T00:00:00.000Z'],
    ['2099', '2099-01-01T00:00:00.000Z'],
  ])('in %s is stored with both times, flagged and listed [R-8.083, R-8.084]', async (_, at) => {
    const offset = (NOW - Date.parse(at)) / 1_000
    for (const [deal, field] of [
      [await pay(at, offset), 'payment_date'],
      [await settle(at, offset), 'settlement_date'],
    ] as const) {
      expect(deal).toMatchObject({ completedAt: new Date(at), clockOffsetS: offset })
      expect(deal.flags).toEqual([
        { kind: 'wrong-time', field },
        { kind: 'wrong-clock', field: 'clock_offset_s' },
      ])
      expect(await isListed(deal.invoiceId)).toBe(true)
    }
  })

  it('that waited three days with a right clock is not flagged [R-8.084]', async () => {
    const deal = await pay(ago(3 * 1_440 * MINUTE_MS), 2)
    expect(deal.flags).toEqual([])
    expect(await isListed(deal.invoiceId)).toBe(false)
  })

  it('whose clock is an hour slow is flagged, although a wait explains its time [R-8.084]', async () => {
    const { flags } = await pay(ago(60 * MINUTE_MS), 3_600)
    expect(flags).toEqual([{ kind: 'wrong-clock', field: 'clock_offset_s' }])
  })

  it('is flagged from eleven minutes after its receipt, also without an offset [R-8.084]', async () => {
    expect((await pay(ago(-9 * MINUTE_MS))).flags).toEqual([])
    const { flags } = await pay(ago(-11 * MINUTE_MS))
    expect(flags).toEqual([{ kind: 'wrong-time', field: 'payment_date' }])
  })

  it('has its offset also when its whole work arrives in one call [R-8.083]', async () => {
    const customer = await newCustomer(server.deps.db)
    const { entry, name } = await cashDeal(customer.id)
    const { id, customerId, work } = entry
    const payment = { ...('payment' in work && work.payment), clock_offset_s: -2_300_000_000 }
    const item = { version: 1, id, customer_id: customerId, work: { ...work, payment } }
    expect((await ravi.send('POST', '/api/work', { items: [item] })).body).toMatchObject({
      results: [{ outcome: 'recorded' }],
    })
    expect(await one(name, cashPayments)).toMatchObject({ clockOffsetS: -2_300_000_000 })
  })
})

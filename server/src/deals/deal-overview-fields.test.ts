/** What the office sees of a deal, field by field. */
import { eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  cashPaymentBody,
  LAKSHMI,
  newCustomer,
  newStoredPhoto,
  ONE_ITEM,
  RAVI,
  settlementBody,
  storePrices,
  storeRunners,
} from '../../test/fixtures/records.ts'
import type { Client } from '../../test/setup/client.ts'
import { databaseKinds } from '../../test/setup/databases.ts'
import { useServer } from '../../test/setup/server.ts'
import { cashPayments, customers, settlements } from '../db/schema.ts'
import { type DealFilter, type DealOverview, listAllDeals } from './deal-overview.ts'

const RECEIVED = '2026-11-21T07:30:00.000Z'
const unnamed = { state: 'unnamed', usedBy: [] }

describe.each(databaseKinds)('the list of deals for the office (%s)', (kind) => {
  const server = useServer(kind)
  let ravi: Client
  beforeAll(async () => {
    await storeRunners(server.deps.db)
    await storePrices(server.deps.db)
    ravi = await server.signIn(RAVI.phone)
  })
  beforeEach(async () => {
    await server.deps.db.delete(cashPayments)
    await server.deps.db.delete(settlements)
  })

  async function list(filter: DealFilter = {}) {
    const listed: DealOverview[] = []
    const count = await listAllDeals(server.deps, filter, (deal) => void listed.push(deal))
    expect(count).toBe(listed.length)
    return listed
  }
  const ids = (deals: readonly DealOverview[]) => deals.map(({ invoice_id }) => invoice_id)
  async function settle(fields: object = {}, client = ravi, runnerId = RAVI.id) {
    const { id } = await newCustomer(server.deps.db, { runnerId })
    const photo = await newStoredPhoto(server.deps, runnerId)
    const body = settlementBody(id, { ...ONE_ITEM, hair_photo_url: photo, ...fields })
    expect((await client.send('POST', '/api/settlements', body)).status).toBe(201)
    return body
  }
  const setReceived = (invoiceId: string, at: string) =>
    server.deps.db
      .update(settlements)
      .set({ createdAt: new Date(at) })
      .where(eq(settlements.invoiceId, invoiceId))

  test('has all that the runner recorded of a cash payment', async () => {
    const { db } = server.deps
    const { id } = await newCustomer(db)
    const body = cashPaymentBody(id, {
      payout_method: 'cash',
      upi_reference: '',
      cash_amount: 340,
      clock_offset_s: 90,
      hair_photo_url: '',
      location: { latitude: 18.5, longitude: 79.2, address: 'Karimnagar', accuracy_m: 12 },
    })
    expect((await ravi.send('POST', '/api/cash-payments', body)).status).toBe(201)
    await db.update(cashPayments).set({ createdAt: new Date(RECEIVED) })
    const cash = { field: 'cash_amount', phone: 340, office: 350, kind: 'cash' }
    const [deal] = await list()
    expect(deal).toEqual({
      kind: 'cash-payment',
      invoice_id: body.invoice_id,
      received_at: RECEIVED,
      completed_at: body.payment_date,
      clock_offset_s: 90,
      runner: { name: 'Ravi Kumar', phone: RAVI.phone },
      customer_id: id,
      customer_name: body.customer_name,
      hair_value: 350,
      items_total: 0,
      balance_amount: 350,
      balance_type: 'return',
      location: body.location,
      differences: [cash],
      is_recounted: true,
      flags: expect.any(Array) as unknown,
      is_erase_due: false,
      is_checked: true,
      packet: unnamed,
      receipt: unnamed,
    })
  })

  test('has no receipt of a settlement and of a payment by UPI', async () => {
    await settle()
    const { id } = await newCustomer(server.deps.db)
    expect((await ravi.send('POST', '/api/cash-payments', cashPaymentBody(id))).status).toBe(201)
    for (const deal of await list()) expect(deal).not.toHaveProperty('receipt')
  })

  test('says whether a deal is older than the recount and the flags', async () => {
    await settle()
    expect(await list()).toMatchObject([{ is_recounted: true, is_checked: true, flags: [] }])
    await server.deps.db.update(settlements).set({ differences: null, flags: null })
    expect(await list()).toMatchObject([{ is_recounted: false, is_checked: false, flags: [] }])
  })

  test('has no second settlement that only an older release has stored with the deal', async () => {
    await settle()
    const wrongTime = { kind: 'wrong-time', field: 'settlement_date' }
    const stored = JSON.stringify([{ kind: 'settled-again', field: 'customer_id' }, wrongTime])
    await server.deps.db.update(settlements).set({ flags: sql`${stored}::jsonb` })
    expect(await list()).toMatchObject([{ flags: [wrongTime] }])
  })

  test('names the fields of a UPI reference of another deal, and of a receipt that is the packet', async () => {
    const pay = async (fields: object) => {
      const body = cashPaymentBody((await newCustomer(server.deps.db)).id, fields)
      expect((await ravi.send('POST', '/api/cash-payments', body)).status).toBe(201)
    }
    await pay({ upi_reference: '500011112222' })
    await pay({ upi_reference: '500011112222' })
    const used = { kind: 'upi-reference-used', field: 'upi_reference' }
    for (const { flags } of await list()) expect(flags).toContainEqual(used)
    await server.deps.db.delete(cashPayments)
    const url = await newStoredPhoto(server.deps)
    await pay({ hair_photo_url: url, cash_receipt_url: url })
    const [{ flags } = { flags: [] }] = await list()
    expect(flags).toContainEqual({ kind: 'receipt-is-packet', field: 'cash_receipt_url' })
    expect(flags).not.toContainEqual(used)
  })

  test('says that an erase is due only when the customer is erased and a photo is here', async () => {
    const { db } = server.deps
    const body = await settle()
    expect(await list()).toMatchObject([{ is_erase_due: false }])
    const isThis = eq(customers.id, Number(body.customer_id))
    await db.update(customers).set({ erasedAt: new Date() }).where(isThis)
    expect(await list()).toMatchObject([{ is_erase_due: true }])
    await db.update(settlements).set({ hairPhotoUrl: '' })
    expect(await list()).toMatchObject([{ is_erase_due: false }])
  })

  test.each(['hair_photo_url', 'cash_receipt_url'])(
    'says that an erase is due when only the photo of %s is here',
    async (field) => {
      const { db } = server.deps
      const { id } = await newCustomer(db)
      const photo = await newStoredPhoto(server.deps)
      const urls = { hair_photo_url: '', cash_receipt_url: '', [field]: photo }
      const body = cashPaymentBody(id, { payout_method: 'cash', ...urls })
      expect((await ravi.send('POST', '/api/cash-payments', body)).status).toBe(201)
      await db.update(customers).set({ erasedAt: new Date() }).where(eq(customers.id, id))
      expect(await list()).toMatchObject([{ is_erase_due: true }])
    },
  )

  test('has only the deals of a runner, or those that were received since a moment', async () => {
    const lakshmi = await server.signIn(LAKSHMI.phone)
    const [first, second] = [await settle(), await settle({}, lakshmi, LAKSHMI.id)]
    await setReceived(first.invoice_id, RECEIVED)
    await setReceived(second.invoice_id, '2026-11-21T07:29:59.999Z')
    expect(ids(await list())).toEqual([first.invoice_id, second.invoice_id])
    expect(ids(await list({ receivedSince: new Date(RECEIVED) }))).toEqual([first.invoice_id])
    expect(ids(await list({ runnerPhone: LAKSHMI.phone }))).toEqual([second.invoice_id])
  })

  /** Copies the deal of a table, each copy received a minute after three others. */
  const copyDeals = (table: typeof settlements | typeof cashPayments, count: number) =>
    server.deps.db.execute(sql`
      insert into ${table}
      select (jsonb_populate_record(made, jsonb_build_object(
        'invoice_id', invoice_id || '-' || lpad(number::text, 3, '0'),
        'created_at', created_at - number / 3 * interval '1 minute'
      ))).*
      from ${table} as made, generate_series(2, ${count}::integer) as number`)

  // 200 deals are read at a time.
  test.each([
    { count: 200, payments: 0 },
    { count: 201, payments: 0 },
    { count: 400, payments: 0 },
    { count: 201, payments: 201 },
  ])(
    'has each deal once, the last received first: $count and $payments',
    async ({ count, payments }) => {
      await settle()
      await copyDeals(settlements, count)
      if (payments > 0) {
        const body = cashPaymentBody((await newCustomer(server.deps.db)).id)
        await ravi.send('POST', '/api/cash-payments', body)
        // The payments are older than the settlements.
        await server.deps.db.update(cashPayments).set({ createdAt: new Date(RECEIVED) })
        await copyDeals(cashPayments, payments)
      }
      const listed = await list()
      expect(listed).toHaveLength(count + payments)
      expect(new Set(ids(listed)).size).toBe(count + payments)
      const times = listed.map(({ received_at }) => received_at)
      expect(times).toEqual(times.toSorted().toReversed())
    },
  )
})

import { randomUUID } from 'node:crypto'
import { rm, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../test/setup/client.ts'
import { databaseKinds } from '../../test/setup/databases.ts'
import {
  cashPaymentBody,
  LAKSHMI,
  newCustomer,
  orderBody,
  RAVI,
  settlementBody,
  storePhotoAs,
  storeRunners,
} from '../../test/fixtures/records.ts'
import { useServer } from '../../test/setup/server.ts'
import { selectRows } from '../db/client.ts'
import { findDealPhotos, findPhotosOfDeals } from './deal-photos.ts'
import { makeDealPhotosQuery } from './deal-photos-store.ts'

let made = 0
/** Returns a photo that no deal names yet. */
function newUrl() {
  made += 1
  const hash = made.toString(16).padStart(64, '0')
  return { hash, url: `/api/images/${hash}.jpg` }
}

interface PlanNode {
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly PlanNode[]
}

/** All rows that the steps of a plan have read. */
function countRows({ Plans = [], ...node }: PlanNode): number {
  const rows = node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)
  return Plans.reduce((sum, part) => sum + countRows(part), rows * node['Actual Loops'])
}

describe.each(databaseKinds)("a deal's photos (%s)", (kind) => {
  const server = useServer(kind)
  const clients = new Map<number, Client>()
  beforeAll(async () => {
    await storeRunners(server.deps.db)
    for (const { id, phone } of [RAVI, LAKSHMI]) clients.set(id, await server.signIn(phone))
  })

  const customerOf = async (runnerId: number) =>
    (await newCustomer(server.deps.db, { runnerId })).id
  /** @returns the deal's invoice id */
  const settle = async (runner: number, customer: number, url: string) => {
    const body = settlementBody(customer, { hair_photo_url: url })
    const { status } = (await clients.get(runner)?.send('POST', '/api/settlements', body)) ?? {}
    expect(status).toBe(201)
    return body.invoice_id
  }
  const pay = async (runner: number, customer: number, packet: string, receipt: string) => {
    const urls = { hair_photo_url: packet, cash_receipt_url: receipt }
    const body = cashPaymentBody(customer, urls)
    const { status } = (await clients.get(runner)?.send('POST', '/api/cash-payments', body)) ?? {}
    expect(status).toBe(201)
    return body.invoice_id
  }
  const receive = (runnerId: number, hash: string) => storePhotoAs(server.deps, hash, runnerId)
  const photosOf = (invoiceId: string) => findDealPhotos(server.deps, invoiceId)

  test("are pending until the deal's own runner has uploaded them", async () => {
    const { hash, url } = newUrl()
    const deal = await settle(RAVI.id, await customerOf(RAVI.id), url)
    expect((await photosOf(deal)).packet.state).toBe('pending')
    await receive(LAKSHMI.id, hash)
    expect((await photosOf(deal)).packet.state).toBe('pending')
    await receive(RAVI.id, hash)
    expect(await photosOf(deal)).toEqual({
      packet: { state: 'received', usedBy: [] },
      receipt: { state: 'unnamed', usedBy: [] },
    })
  })

  test('of a cash payment have one state each', async () => {
    const [packet, receipt] = [newUrl(), newUrl()]
    const deal = await pay(RAVI.id, await customerOf(RAVI.id), packet.url, receipt.url)
    await receive(RAVI.id, receipt.hash)
    const { packet: first, receipt: second } = await photosOf(deal)
    expect([first.state, second.state]).toEqual(['pending', 'received'])
  })

  test.each([
    ['deleted', async (file: string) => rm(file)],
    ['cut', async (file: string) => truncate(file)],
  ])('are lost when their file is %s', async (_what, damage) => {
    const { hash, url } = newUrl()
    const deal = await settle(RAVI.id, await customerOf(RAVI.id), url)
    await receive(RAVI.id, hash)
    expect((await photosOf(deal)).packet.state).toBe('received')
    await damage(join(server.deps.config.dataDir, 'photos', hash.slice(0, 2), `${hash}.jpg`))
    expect((await photosOf(deal)).packet.state).toBe('lost')
  })

  test.each([
    ['', 'unnamed'],
    ['https://images.example/1.jpg', 'elsewhere'],
    ['http://images.example/1.jpg', 'elsewhere'],
    ['other-https://images.example/1.jpg', 'unusable'],
    [`https://images.example/api/images/${'a'.repeat(64)}.jpg`, 'elsewhere'],
    ['blob:http://localhost/1', 'unusable'],
    ['x', 'unusable'],
    ['/etc/passwd', 'unusable'],
    ['javascript:alert(1)', 'unusable'],
  ])('with the URL %j are %s', async (url, state) => {
    const deal = await settle(RAVI.id, await customerOf(RAVI.id), url)
    expect((await photosOf(deal)).packet).toEqual({ state, usedBy: [] })
  })

  test.each([
    ['at our server', () => newUrl().url],
    ['at another image host', () => `https://images.example/${randomUUID()}${'x'.repeat(1_900)}`],
  ])(
    'list the other deals that name the same photo %s, of any customer, runner and role',
    async (_, makeUrl) => {
      const url = makeUrl()
      const other = newUrl()
      const mine = await customerOf(RAVI.id)
      const first = await settle(RAVI.id, mine, url)
      expect((await photosOf(first)).packet.usedBy).toEqual([])
      const again = await settle(RAVI.id, mine, url)
      expect((await photosOf(first)).packet.usedBy).toEqual([again])
      const second = await pay(LAKSHMI.id, await customerOf(LAKSHMI.id), other.url, url)
      expect((await photosOf(first)).packet.usedBy.toSorted()).toEqual([again, second].toSorted())
      const { packet, receipt } = await photosOf(second)
      expect(packet.usedBy).toEqual([])
      expect(receipt.usedBy.toSorted()).toEqual([again, first].toSorted())
    },
  )

  test.each(['in the record', 'in the order only'])(
    'of a deal are no other use when they are %s, and when the deal is sent again',
    async (where) => {
      const ravi = clients.get(RAVI.id)!
      const customer = await customerOf(RAVI.id)
      const urls = { hair_photo_url: newUrl().url, cash_receipt_url: newUrl().url }
      const body = cashPaymentBody(
        customer,
        where === 'in the record' ? urls : { hair_photo_url: '', cash_receipt_url: '' },
      )
      const link = { visit_id: body.visit_id, invoice_id: body.invoice_id, ...urls }
      const order = await ravi.send<{ id: number }>('POST', '/api/orders', {
        ...orderBody(customer),
        ...link,
      })
      for (let sent = 0; sent < 2; sent += 1) {
        const payment = { ...body, order_id: order.body.id }
        expect((await ravi.send('POST', '/api/cash-payments', payment)).status).toBe(201)
      }
      expect(await photosOf(body.invoice_id)).toEqual({
        packet: { state: 'pending', usedBy: [] },
        receipt: { state: 'pending', usedBy: [] },
      })
    },
  )

  test('show that one photo is the packet and the receipt of a deal', async () => {
    for (const url of [newUrl().url, `https://images.example/${randomUUID()}`]) {
      const deal = await pay(RAVI.id, await customerOf(RAVI.id), url, url)
      const { packet, receipt } = await photosOf(deal)
      expect([packet.isBoth, receipt.isBoth]).toEqual([true, true])
      expect(receipt.usedBy).toEqual([])
    }
    const usual = await pay(RAVI.id, await customerOf(RAVI.id), newUrl().url, newUrl().url)
    expect((await photosOf(usual)).receipt.isBoth).toBeUndefined()
  })

  test('list at most ten of those deals', async () => {
    const { url } = newUrl()
    const deals: string[] = []
    for (let made = 0; made < 12; made += 1)
      deals.push(await settle(RAVI.id, await customerOf(RAVI.id), url))
    const { usedBy } = (await photosOf(deals[0]!)).packet
    expect(usedBy).toHaveLength(10)
    expect(deals.slice(1)).toEqual(expect.arrayContaining([...usedBy]))
  })

  test('are compared through an index, so that the number of deals does not matter', async () => {
    const plan = await server.deps.db.transaction(async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`)
      return selectRows(tx, sql`explain ${makeDealPhotosQuery(['CASH-1-AAAAAA'])}`)
    })
    const text = JSON.stringify(plan)
    for (const table of ['settlements', 'cash_payments', 'orders'])
      expect(text).toContain(`${table}_by_packet_photo`)
    for (const table of ['cash_payments', 'orders'])
      expect(text).toContain(`${table}_by_receipt_photo`)
    expect(text).toContain('later_photos_by_photo')
    expect(text).toContain('later_photos_invoice_id_role_number_pk')
  })

  test('are compared with a bounded number of rows, however many deals and orders name one photo', async () => {
    const { db } = server.deps
    const customer = await customerOf(RAVI.id)
    const { url } = newUrl()
    const payment = cashPaymentBody(customer, { hair_photo_url: '', cash_receipt_url: '' })
    const link = { visit_id: payment.visit_id, invoice_id: payment.invoice_id }
    const photos = { hair_photo_url: url, cash_receipt_url: url }
    const ravi = clients.get(RAVI.id)!
    const order = await ravi.send<{ id: number }>('POST', '/api/orders', {
      ...orderBody(customer),
      ...link,
      ...photos,
    })
    const body = { ...payment, order_id: order.body.id }
    expect((await ravi.send('POST', '/api/cash-payments', body)).status).toBe(201)
    const copied = sql`'${sql.raw(link.invoice_id)}-' || number`
    await db.execute(sql`
      insert into orders overriding system value
      select (jsonb_populate_record(made, jsonb_build_object('id', 1000000 + number, 'invoice_id', ${copied}))).*
      from orders as made, generate_series(1, 1000) as number where id = ${order.body.id}`)
    await db.execute(sql`
      insert into cash_payments
      select (jsonb_populate_record(made, jsonb_build_object('order_id', 1000000 + number, 'invoice_id', ${copied}))).*
      from cash_payments as made, generate_series(1, 1000) as number where invoice_id = ${link.invoice_id}`)
    for (const table of ['orders', 'cash_payments']) await db.execute(sql.raw(`analyze ${table}`))

    const { packet, receipt } = await photosOf(link.invoice_id)
    expect([packet.usedBy.length, receipt.usedBy.length]).toEqual([10, 10])
    const query = makeDealPhotosQuery([link.invoice_id])
    const [explained] = await selectRows<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      db,
      sql`explain (analyze, format json) ${query}`,
    )
    const [{ Plan: plan }] = explained!['QUERY PLAN']
    expect(countRows(plan)).toBeLessThan(2_000)
  })

  test('are found for many deals in one query', async () => {
    const customer = await customerOf(RAVI.id)
    const deals = await Promise.all([1, 2].map(() => settle(RAVI.id, customer, newUrl().url)))
    const bare = await settle(RAVI.id, customer, '')
    const found = await findPhotosOfDeals(server.deps, [...deals, bare, 'INV-1-NOBODY'])
    expect([...found.keys()].toSorted()).toEqual(deals.toSorted())
    expect(await findPhotosOfDeals(server.deps, [])).toEqual(new Map())
  })
})

import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../test/setup/client.ts'
import { databaseKinds } from '../../test/setup/databases.ts'
import { dealWithLater, hashOf, newUrl, TAKEN_AT } from '../../test/fixtures/later-photos.ts'
import {
  cashPaymentBody,
  newCustomer,
  RAVI,
  storePhotoAs,
  storeRunners,
} from '../../test/fixtures/records.ts'
import { useServer } from '../../test/setup/server.ts'
import { cashPayments, laterPhotos, orders } from '../db/schema.ts'
import { findDealPhotos } from './deal-photos.ts'

describe.each(databaseKinds)('a later photo (%s)', (kind) => {
  const server = useServer(kind)
  let ravi: Client
  beforeAll(async () => {
    await storeRunners(server.deps.db)
    ravi = await server.signIn(RAVI.phone)
  })

  type Deal = Awaited<ReturnType<typeof dealWithLater>>
  type Sent = { version: number; work: object }
  const send = async (entry: Pick<Deal['entry'], 'id' | 'customerId'> & Sent, urls?: object) => {
    const { version, id, customerId: customer_id, work } = entry
    const item = { version, id, customer_id, work, ...(urls && { photo_urls: urls }) }
    const { body, headers } = await ravi.send('POST', '/api/work', { items: [item] })
    expect(body).toMatchObject({ results: [{ outcome: 'recorded' }] })
    return { isReplayed: 'idempotent-replayed' in headers }
  }
  const customer = async () => (await newCustomer(server.deps.db)).id

  test.each([
    ['the address that the photo has now', { packet: newUrl() }],
    ['the address that the phone knew', {}],
  ])('of a payment whose record has no address is in the order with %s', async (_case, urls) => {
    const deal = await dealWithLater('cash-payment', await customer(), 'packet', '')
    const { entry, name, withLater } = deal
    await send(entry)
    const known = newUrl()
    await send(withLater({ url: known }), { receipt: newUrl(), ...urls })
    const { db } = server.deps
    expect(await db.select().from(orders).where(eq(orders.invoiceId, name))).toMatchObject([
      { hairPhotoUrl: 'packet' in urls ? urls.packet : known },
    ])
  })

  test.each(['settlement', 'cash-payment'] as const)(
    'of a %s is stored once, and a repeat of it is one',
    async (dealKind) => {
      const { entry, name, withLater } = await dealWithLater(dealKind, await customer())
      await send(entry)
      const url = newUrl()
      const rows = () =>
        server.deps.db.select().from(laterPhotos).where(eq(laterPhotos.invoiceId, name))
      for (const isReplayed of [false, true]) {
        expect(await send(withLater({ url }))).toEqual({ isReplayed })
        expect(await rows()).toMatchObject([{ number: 1, role: 'packet', url }])
      }
      const other = newUrl()
      for (const isReplayed of [false, true])
        expect(await send(withLater({ number: 2 }), { packet: other })).toEqual({ isReplayed })
      expect(await rows()).toMatchObject([{ url }, { number: 2, url: other }])
    },
  )

  test('counts while the server does not have the first one, which is the stronger evidence', async () => {
    const { first, entry, name, withLater } = await dealWithLater('settlement', await customer())
    await send(entry)
    const packet = async () => (await findDealPhotos(server.deps, name)).packet
    const url = newUrl()
    await send(withLater({ url, number: 3, reason: 'wrong-type' }))
    expect(await packet()).toEqual({
      state: 'pending',
      usedBy: [],
      later: {
        number: 3,
        reason: 'wrong-type',
        takenAt: TAKEN_AT,
        receivedAt: expect.any(String) as string,
      },
    })
    expect(Date.parse((await packet()).later?.receivedAt ?? '')).toBeGreaterThan(
      Date.parse(TAKEN_AT),
    )
    await storePhotoAs(server.deps, hashOf(url), RAVI.id)
    expect((await packet()).state).toBe('received')
    await server.deps.photoStore.delete({ hash: hashOf(url), type: 'image/jpeg' })
    expect((await packet()).state).toBe('lost')
    await storePhotoAs(server.deps, hashOf(first), RAVI.id)
    expect((await packet()).state).toBe('received')
  })

  test('and the first one have at most ten other uses together, each deal once', async () => {
    const { first, entry, name, withLater } = await dealWithLater('settlement', await customer())
    await send(entry)
    const url = newUrl()
    await send(withLater({ url }))
    const usedBy = async () => (await findDealPhotos(server.deps, name)).packet.usedBy
    const use = async (packet: string, receipt: string) => {
      const urls = { hair_photo_url: packet, cash_receipt_url: receipt }
      const body = cashPaymentBody(await customer(), urls)
      await ravi.send('POST', '/api/cash-payments', body)
      return body.invoice_id
    }
    const both = await use(first, url)
    const ofLater = await use(url, '')
    expect((await usedBy()).toSorted()).toEqual([both, ofLater].toSorted())
    for (let made = 0; made < 6; made += 1) {
      await use(first, '')
      await use(url, '')
    }
    expect(await usedBy()).toHaveLength(10)
  })

  test('of a payment that is the packet once more is found as such', async () => {
    const { entry, name, withLater } = await dealWithLater(
      'cash-payment',
      await customer(),
      'receipt',
    )
    const packet = newUrl()
    if ('payment' in entry.work) Object.assign(entry.work.payment, { hair_photo_url: packet })
    await send(entry)
    expect((await findDealPhotos(server.deps, name)).receipt).not.toHaveProperty('isBoth')
    await send(withLater(), { receipt: packet })
    expect((await findDealPhotos(server.deps, name)).receipt).toMatchObject({ isBoth: true })
  })

  test('of a payment that the office has adopted without its order is stored', async () => {
    const { db } = server.deps
    const { entry, name, withLater } = await dealWithLater('cash-payment', await customer())
    await send(entry)
    const flags = [{ kind: 'adopted' as const, field: 'hair_weight' }]
    await db
      .update(cashPayments)
      .set({ orderId: null, flags })
      .where(eq(cashPayments.invoiceId, name))
    const url = newUrl()
    await send({ ...withLater(), id: randomUUID() }, { packet: url, receipt: newUrl() })
    expect(
      await db.select().from(laterPhotos).where(eq(laterPhotos.invoiceId, name)),
    ).toMatchObject([{ url }])
  })

  test('is not stored for work without a deal, so that its repeat is a repeat', async () => {
    const id = await customer()
    const work = { kind: 'customer-update' as const, body: { status: 'hold' as const } }
    const entry = { version: 1, id: randomUUID(), customerId: String(id), work }
    for (const isReplayed of [false, true]) expect(await send(entry)).toEqual({ isReplayed })
  })
})

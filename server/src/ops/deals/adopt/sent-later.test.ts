import { randomUUID } from 'node:crypto'
import type { WorkResult } from '@veni/domain/api/work'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import {
  cashDeal,
  itemsDeal,
  newDamagedFile,
  unreadableRow,
} from '../../../../test/fixtures/phone-file.ts'
import {
  LAKSHMI,
  newCustomer,
  RAVI,
  storePrices,
  storeRunners,
} from '../../../../test/fixtures/records.ts'
import type { Client } from '../../../../test/setup/client.ts'
import { listLockWaits } from '../../../../test/setup/lock-waits.ts'
import { opsWays, runOps, useDealsImport, useOps } from '../../../../test/setup/ops.ts'
import { eraseCustomer } from '../../../customers/personal-data.ts'
import { lockCustomer } from '../../../customers/service.ts'
import { cashPayments, settlements } from '../../../db/schema.ts'

vi.mock('../../../db/answer-limits.ts', async (load) =>
  (await import('../../../../test/setup/long-lock-limit.ts')).withLongLockLimit(load),
)

describe.each(opsWays)('an adopted deal that the phone sends later, %s', (_, kind) => {
  const server = useOps(kind)
  const { adoptFile } = useDealsImport(server)
  let ravi: Client
  beforeAll(async () => {
    await storeRunners(server.deps.db)
    await storePrices(server.deps.db)
    ravi = await server.signIn(RAVI.phone)
  })

  async function newAdoptedDeal() {
    const { id } = await newCustomer(server.deps.db)
    const deal = await itemsDeal(id)
    const { settlement } = deal.entry.work
    const dealRow = { collection: 'deals', key: deal.entry.id, owner: RAVI.phone }
    const row = { kind: 'settlement', record: settlement }
    const adopted = await adoptFile(
      newDamagedFile([deal], [unreadableRow(deal, null), { ...dealRow, row }]),
    )
    expect(adopted.printed[0]).toBe(`${deal.name}: adopted`)
    const sendBy = async (runner: Client, change: object, customerId = id) => {
      const work = { ...deal.entry.work, settlement: { ...settlement, ...change } }
      const items = [{ version: 1, id: randomUUID(), customer_id: String(customerId), work }]
      const { body, headers } = await runner.send<{ results: WorkResult[] }>('POST', '/api/work', {
        items,
      })
      expect(headers).not.toHaveProperty('idempotent-replayed')
      return body.results[0]
    }
    const send = async (change: object) =>
      expect(await sendBy(ravi, change)).toMatchObject({ outcome: 'recorded' })
    /** The entry names another customer than the deal has, so that only the deal locks its customer. */
    const sendOfOther = async (change: object) => {
      const other = await newCustomer(server.deps.db)
      return () => sendBy(ravi, change, other.id)
    }
    const readDeal = async () => {
      const ofCustomer = eq(settlements.customerId, id)
      return (await server.deps.db.select().from(settlements).where(ofCustomer))[0]!
    }
    const readFlags = async () =>
      (await readDeal()).flags
        ?.filter(({ kind: of }) => of === 'sent-later')
        .map(({ field }) => field)
    return { id, sendBy, send, sendOfOther, readDeal, readFlags }
  }

  /** Starts these calls one after the other while the customer is locked, and ends the lock when all of them wait. */
  async function callWhileLocked(customerId: number, calls: readonly (() => Promise<unknown>)[]) {
    const { db } = server.deps
    const started: Promise<unknown>[] = []
    // The embedded database has one connection, for which they wait.
    const areWaiting = async () =>
      kind === 'embedded' || (await listLockWaits(db)).length === started.length
    await db.transaction(async (tx) => {
      await lockCustomer(tx, customerId)
      for (const call of calls) {
        started.push(call())
        await vi.waitUntil(areWaiting, { timeout: 60_000 })
      }
    })
    return Promise.all(started)
  }

  test('has one flag for each field of the record, however often it is sent', async () => {
    const { send, readFlags } = await newAdoptedDeal()
    await send({ hair_weight: 99, ['own field'.repeat(100)]: 'any text' })
    for (const weight of [98, 97]) await send({ hair_weight: weight, balance_amount: weight })
    expect(await readFlags()).toEqual(['hair_weight 99', 'balance_amount 98'])
  })

  test.each(['\u{1F600}', 'a\u{1F600}'])(
    'has a flag with a long text that is cut at a whole letter: %s…',
    async (start) => {
      const { send, readFlags } = await newAdoptedDeal()
      await send({ customer_name: start + '\u{1F600}'.repeat(150) })
      const [flag] = (await readFlags()) ?? []
      expect(flag).toMatch(/^customer_name "a?\u{1F600}{98,99}…$/u)
    },
  )

  test('has no flag for a time and an id that the phone spells in another way, and for the status', async () => {
    const { id, send, readFlags } = await newAdoptedDeal()
    const settlement_date = '2026-11-21T09:30:00.000+05:30'
    await send({ settlement_date, customer_id: String(id), status: 'delivered' })
    expect(await readFlags()).toEqual([])
    await send({ settlement_date: '2026-11-21T09:30:00.000Z' })
    await send({ customer_id: String(id + 1) })
    expect(await readFlags()).toEqual([
      'settlement_date "2026-11-21T09:30:00.000Z"',
      `customer_id "${id + 1}"`,
    ])
  })

  test('keeps the photo that the office has, and takes none in its place', async () => {
    const { send, readDeal } = await newAdoptedDeal()
    const { hairPhotoUrl } = await readDeal()
    expect(hairPhotoUrl).not.toBe('')
    await send({ hair_photo_url: '/api/images/other.jpg' })
    expect(await readDeal()).toMatchObject({ hairPhotoUrl })
  })

  test('answers with its differences, and is refused when another runner sends it', async () => {
    const { sendBy, readDeal } = await newAdoptedDeal()
    const differences = [{ field: 'hair_value', phone: 400, office: 350, kind: 'sum' as const }]
    const { invoiceId } = await readDeal()
    const isThis = eq(settlements.invoiceId, invoiceId)
    await server.deps.db.update(settlements).set({ differences }).where(isThis)
    const before = await readDeal()
    const lakshmi = await server.signIn(LAKSHMI.phone)
    expect(await sendBy(lakshmi, { hair_weight: 99 })).toMatchObject({
      outcome: 'not-recorded',
      status: 409,
      error: { code: 'conflict' },
    })
    expect(await readDeal()).toEqual(before)
    expect(await sendBy(ravi, {})).toMatchObject({ outcome: 'recorded', differences })
  })

  test('is a usual repeat when an older release stored it without flags', async () => {
    const { send, readDeal } = await newAdoptedDeal()
    const isThis = eq(settlements.invoiceId, (await readDeal()).invoiceId)
    await server.deps.db.update(settlements).set({ flags: null }).where(isThis)
    const before = await readDeal()
    await send({})
    expect(await readDeal()).toEqual(before)
  })

  test('has the flags of all entries that arrive at the same time', async () => {
    const { send, readFlags } = await newAdoptedDeal()
    const fields = ['hair_weight', 'hair_value', 'items_total', 'balance_amount']
    await Promise.all(fields.map((field) => send({ [field]: 99 })))
    expect((await readFlags())?.toSorted()).toEqual(fields.map((field) => `${field} 99`).toSorted())
  })

  test('has the flags of entries of other customers that wait for its customer', async () => {
    const { id, sendOfOther, readFlags } = await newAdoptedDeal()
    const first = await sendOfOther({ hair_weight: 99 })
    const second = await sendOfOther({ items_total: 99 })
    const recorded = { outcome: 'recorded' }
    expect(await callWhileLocked(id, [first, second])).toMatchObject([recorded, recorded])
    expect(await readFlags()).toEqual(['hair_weight 99', 'items_total 99'])
  })

  test('gets nothing back that an erase deletes while an entry waits for its customer', async () => {
    const { id, send, sendOfOther, readFlags } = await newAdoptedDeal()
    await send({ customer_name: 'Anjali of another spelling' })
    const erase = () => eraseCustomer(server.deps, id)
    await callWhileLocked(id, [erase, await sendOfOther({ hair_weight: 99 })])
    expect(await readFlags()).toEqual(['customer_name'])
  })

  test('keeps its flags when it is a cash payment, and gets the photos that the office had not', async () => {
    const { id } = await newCustomer(server.deps.db)
    const deal = await cashDeal(id)
    const { payment } = deal.entry.work
    const dealRow = { collection: 'deals', key: deal.entry.id, owner: RAVI.phone }
    const row = { kind: 'cash-payment', record: payment }
    const adopted = await adoptFile({
      ...newDamagedFile([deal], [unreadableRow(deal, null), { ...dealRow, row }]),
      photos: [],
    })
    expect(adopted.printed[0]).toBe(`${deal.name}: adopted`)
    const readPayment = async () => {
      const ofCustomer = eq(cashPayments.customerId, id)
      return (await server.deps.db.select().from(cashPayments).where(ofCustomer))[0]!
    }
    const before = (await readPayment()).flags ?? []
    expect(before.map(({ kind: of }) => of)).toContain('adopted')
    const differences = [{ field: 'hair_value', phone: 400, office: 350, kind: 'sum' as const }]
    const isThis = eq(cashPayments.invoiceId, deal.name)
    await server.deps.db.update(cashPayments).set({ differences }).where(isThis)
    const { packet, receipt } = deal.urls
    const [hair_photo_url, cash_receipt_url] = [packet, receipt]
    const sent = { ...payment, hair_weight: 99, hair_photo_url, cash_receipt_url }
    const work = { ...deal.entry.work, payment: sent }
    const items = [{ version: 1, id: deal.entry.id, customer_id: String(id), work }]
    const { body, headers } = await ravi.send('POST', '/api/work', { items })
    const stored = await readPayment()
    expect(body).toMatchObject({
      results: [{ outcome: 'recorded', order_id: stored.orderId, differences }],
    })
    expect(headers).not.toHaveProperty('idempotent-replayed')
    expect(stored).toMatchObject({
      flags: [...before, { kind: 'sent-later', field: 'hair_weight 99' }],
      hairPhotoUrl: packet,
      cashReceiptUrl: receipt,
    })
    // Another entry with the same deal changes neither photo.
    const other = {
      ...payment,
      hair_photo_url: '/api/images/a.jpg',
      cash_receipt_url: '/api/images/b.jpg',
    }
    const copy = { ...items[0], id: randomUUID(), work: { ...work, payment: other } }
    await ravi.send('POST', '/api/work', { items: [copy] })
    expect(await readPayment()).toEqual(stored)
  })

  test('has no name and no place in its flags after an erase', async () => {
    const { id, send, readFlags } = await newAdoptedDeal()
    const location = { latitude: 17.123, longitude: 78.456, address: 'Behind the school' }
    await send({ customer_name: 'Anjali of another spelling', location, hair_weight: 99 })
    expect((await readFlags())?.join()).toContain('Behind the school')
    await runOps('.', server.env, ['customers', 'erase', String(id), '--yes'])
    const erased = ['customer_name', 'hair_weight 99', 'location']
    expect(await readFlags()).toEqual(erased)
    await send({ customer_name: 'Anjali', hair_type: 'Grey Hair' })
    expect(await readFlags()).toEqual(erased)
  })
})

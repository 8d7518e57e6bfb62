import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Client } from '../../../test/setup/client.ts'
import { opsWays, runOps, useOps } from '../../../test/setup/ops.ts'
import {
  cashPaymentBody,
  LAKSHMI,
  newCustomer,
  newStoredPhoto,
  ONE_ITEM,
  RAVI,
  settlementBody,
  storeOldPrice,
  storePhotoAs,
  storePrices,
  storeRunners,
} from '../../../test/fixtures/records.ts'
import { cashPayments, settlements } from '../../db/schema.ts'

const HASH = 'a'.repeat(64)
const OTHER_HASH = 'b'.repeat(64)
const photo = (hash: string) => `/api/images/${hash}.jpg`

describe.each(opsWays)('npm run ops -- deals, %s', (_, kind) => {
  const server = useOps(kind)
  let ravi: Client
  // The deals below are from these days.
  beforeAll(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-22T18:00:00Z') })
    return () => vi.useRealTimers()
  })
  beforeAll(async () => {
    const { db } = server.deps
    await storeRunners(db)
    await storePrices(db)
    ravi = await server.signIn(RAVI.phone)
    await storePhotoAs(server.deps, HASH, RAVI.id)
  })
  beforeEach(async () => {
    await server.deps.db.delete(cashPayments)
    await server.deps.db.delete(settlements)
  })

  const deals = (...words: string[]) => runOps('.', server.env, ['deals', ...words])
  const settle = async (client: Client, fields: object, runnerId = RAVI.id) => {
    const { id } = await newCustomer(server.deps.db, { runnerId })
    const body = settlementBody(id, { ...ONE_ITEM, hair_photo_url: photo(HASH), ...fields })
    expect((await client.send('POST', '/api/settlements', body)).status).toBe(201)
    return body
  }
  const receivedAt = async (invoiceId: string, at: string) => {
    for (const table of [settlements, cashPayments])
      await server.deps.db
        .update(table)
        .set({ createdAt: new Date(at) })
        .where(eq(table.invoiceId, invoiceId))
  }
  /** As the office reads it, in its time zone. */
  const localTime = (instant: string) => {
    const at = new Date(instant)
    const two = (number: number) => String(number).padStart(2, '0')
    return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}:${two(at.getMinutes())}`
  }
  const namesIn = (printed: readonly string[]) =>
    printed.flatMap((line) => /^(?:INV|CASH)-\S+/.exec(line) ?? [])

  test('shows amounts, location, photos and differences', async () => {
    const { id } = await newCustomer(server.deps.db)
    const body = cashPaymentBody(id, {
      payout_method: 'cash',
      hair_photo_url: photo(HASH),
      cash_receipt_url: photo(OTHER_HASH),
      hair_value: 351,
      cash_amount: 340,
      payment_date: '2026-11-21T04:05:00.000Z',
      location: { latitude: 0, longitude: 0, address: 'Location not available' },
    })
    await ravi.send('POST', '/api/cash-payments', body)
    await receivedAt(body.invoice_id, '2026-11-21T07:30:00.000Z')
    expect(await deals()).toEqual({
      code: 0,
      printed: [
        `${body.invoice_id}  received ${localTime('2026-11-21T07:30:00Z')}  Ravi Kumar 9000000001  cash payment`,
        `  completed ${localTime('2026-11-21T04:05:00Z')} by the phone's clock`,
        `  Anjali Reddy (customer ${id}): hair ₹351, items ₹0, ₹350 returned`,
        '  Location not available',
        '  packet photo: received',
        '! cash receipt: pending, still on the phone',
        '! wrong sum: hair_value 351, recount 350',
        '! cash differs from the balance: cash_amount 340, recount 350',
        '! it has no order: order_id',
        '1 deal, 1 of them to check.',
      ],
      errors: [],
    })
  })

  test("names other customers' deals that have the same photo", async () => {
    const first = await settle(ravi, {})
    const second = await settle(ravi, { settlement_date: '2026-11-22T04:00:00.000Z' })
    const { printed } = await deals()
    expect(namesIn(printed)).toEqual([second.invoice_id, first.invoice_id])
    expect(printed).toContain(`! packet photo: also in ${first.invoice_id}`)
    expect(printed).toContain('  Karimnagar, 18.43, 79.13')
    expect(printed.at(-1)).toBe('2 deals, 2 of them to check.')
  })

  test('selects deals by runner and by what needs a check', async () => {
    const lakshmi = await server.signIn(LAKSHMI.phone)
    const { db } = server.deps
    await storeOldPrice(db, 72_00)
    const old = await settle(ravi, {
      hair_photo_url: await newStoredPhoto(server.deps),
      settlement_date: '2026-11-01T12:00:00.000Z',
    })
    const lakshmiDeal = await settle(
      lakshmi,
      {
        hair_photo_url: await newStoredPhoto(server.deps, LAKSHMI.id),
        settlement_date: '2026-11-20T12:00:00.000Z',
      },
      LAKSHMI.id,
    )
    const wrong = await settle(ravi, {
      hair_photo_url: await newStoredPhoto(server.deps),
      hair_value: 360,
      settlement_date: '2026-11-21T12:00:00.000Z',
    })
    const repriced = await settle(ravi, {
      hair_photo_url: await newStoredPhoto(server.deps),
      hair_value: 360,
      balance_amount: 330.56,
      hair_lines: [{ hair_type: 'black_hair', weight_grams: 100, price_per_20g: 72, value: 360 }],
      settlement_date: '2026-11-22T12:00:00.000Z',
    })
    const found = async (...words: string[]) => namesIn((await deals(...words)).printed)
    expect(await found()).toEqual(
      [repriced, wrong, lakshmiDeal, old].map(({ invoice_id }) => invoice_id),
    )
    expect(await found('--runner', '+91 90000 00002')).toEqual([lakshmiDeal.invoice_id])
    expect(await deals('--runner', '9111111111')).toEqual({
      code: 1,
      printed: [],
      errors: ['No runner has the phone 9111111111.'],
    })
    expect(await found('--attention')).toEqual([wrong.invoice_id])
    expect((await deals()).printed).toContain(
      '  changed price: hair_lines.0.price_per_20g 72, recount 70',
    )
  })

  test.each(['settlement', 'cash payment'])(
    'selects a %s by the day on which the server received it, whatever its own time',
    async (deal) => {
      const recorded = async (completedAt: string, received: string) => {
        const { id } = await newCustomer(server.deps.db)
        const isSettlement = deal === 'settlement'
        const body = isSettlement
          ? settlementBody(id, { settlement_date: completedAt })
          : cashPaymentBody(id, { payment_date: completedAt })
        const url = isSettlement ? '/api/settlements' : '/api/cash-payments'
        expect((await ravi.send('POST', url, body)).status).toBe(201)
        await receivedAt(body.invoice_id, received)
        return body.invoice_id
      }
      const backdated = await recorded('2026-11-01T12:00:00.000Z', '2026-11-21T12:00:00.000Z')
      await recorded('2026-11-21T12:00:00.000Z', '2026-11-10T12:00:00.000Z')
      const { printed } = await deals('--since', '2026-11-20')
      expect(namesIn(printed)).toEqual([backdated])
    },
  )

  test('lists the last received deal first, with both times, also of clocks in 1970 and 2099 [R-8.085]', async () => {
    const { id } = await newCustomer(server.deps.db)
    const secondsFrom = (own: string, right: string) =>
      (Date.parse(right) - Date.parse(own)) / 1_000
    const future = {
      settlement_date: '2099-01-02T03:04:00.000Z',
      clock_offset_s: secondsFrom('2099-01-02T03:04Z', '2026-11-05T17:04Z'),
    }
    const past = {
      payment_date: '1970-01-02T03:04:00.000Z',
      clock_offset_s: secondsFrom('1970-01-02T03:04Z', '2026-11-19T13:50Z'),
    }
    const first = await settle(ravi, future)
    const payment = cashPaymentBody(id, past)
    expect((await ravi.send('POST', '/api/cash-payments', payment)).status).toBe(201)
    const last = await settle(ravi, { settlement_date: '2026-11-20T04:00:00.000Z' })
    await receivedAt(first.invoice_id, '2026-11-22T15:00:00.000Z')
    await receivedAt(payment.invoice_id, '2026-11-22T16:00:00.000Z')
    await receivedAt(last.invoice_id, '2026-11-22T17:00:00.000Z')
    const { printed } = await deals('--since', '2026-11-22')
    expect(namesIn(printed)).toEqual([last, payment, first].map(({ invoice_id }) => invoice_id))
    expect(printed.filter((line) => line.startsWith('  completed'))).toEqual([
      `  completed ${localTime('2026-11-20T04:00:00Z')} by the phone's clock`,
      `  completed ${localTime('1970-01-02T03:04:00Z')} by the phone's clock, ${localTime('2026-11-19T13:50:00Z')} by the server's`,
      `  completed ${localTime('2099-01-02T03:04:00Z')} by the phone's clock, ${localTime('2026-11-05T17:04:00Z')} by the server's`,
    ])
    expect(
      printed.filter((line) => line === "! the phone's clock was wrong: clock_offset_s"),
    ).toHaveLength(2)
  })

  test('shows a name that is made to forge a line as a part of its own line', async () => {
    const name =
      '=HYPERLINK("x")\u001B[2J\u009B2K\r\nINV-1-FORGED  paid\u2028\u202Ederever\u2066\u061Cలక్ష్మి'
    const blanks = `${' '.repeat(71)}${'\u3000'.repeat(40)}${'\u2800'.repeat(40)}`
    const forged = await settle(ravi, { customer_name: `${blanks}${name}${blanks}INV-2` })
    const { printed } = await deals()
    expect(namesIn(printed)).toEqual([forged.invoice_id])
    expect(printed.filter((line) => /[\p{Cc}\p{Zl}\p{Bidi_Control}]/u.test(line))).toEqual([])
    // No line starts with the name, so that no spreadsheet takes it for a formula.
    expect(printed[2]).toMatch(
      /^ {2}=HYPERLINK\("x"\)\uFFFD\[2J\uFFFD2K\uFFFD{2}INV-1-FORGED {2}paid\uFFFD{2}derever\uFFFD{2}లక్ష్మి {2}INV-2 \(customer \d+\)/,
    )
  })

  test('shows each of many deals once', async () => {
    const { id: customerId } = await newCustomer(server.deps.db)
    const template = settlementBody(customerId)
    await ravi.send('POST', '/api/settlements', template)
    const [row] = await server.deps.db.select().from(settlements)
    const rows = Array.from({ length: 450 }, (__, index) => ({
      ...row!,
      invoiceId: `INV-${index}-AAAAAA`,
      visitId: randomUUID(),
      // The server received several deals in the same ms, also at the end of a page.
      createdAt: new Date(Date.UTC(2026, 10, 20) + Math.trunc(index / 7)),
    }))
    await server.deps.db.insert(settlements).values(rows)
    const { printed } = await deals()
    expect(new Set(namesIn(printed)).size).toBe(451)
    expect(namesIn(printed)).toHaveLength(451)
    expect(printed.at(-1)).toMatch(/^451 deals, /)
  })

  test.each(['yesterday', '2026-02-30'])('refuses %s as a day', async (day) => {
    const errors = ['--since must be a day, such as 2026-11-21.']
    expect(await deals('--since', day)).toEqual({ code: 1, printed: [], errors })
  })
})

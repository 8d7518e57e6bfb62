import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { settlements } from '../../src/db/schema.ts'
import { oddDeals } from '../fixtures/odd-deals.ts'
import {
  newCustomer,
  newStoredPhoto,
  ONE_ITEM,
  RAVI,
  storePrices,
  storeRunners,
} from '../fixtures/records.ts'
import type { Client } from '../setup/client.ts'
import { databaseKinds } from '../setup/databases.ts'
import { useServer } from '../setup/server.ts'

const NOW = Date.parse('2026-11-22T18:00:00Z')

describe.each(databaseKinds)('a deal that has a part of another one on %s', (kind) => {
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

  const { pay, settle, isListed } = oddDeals(
    server,
    () => ravi,
    new Date(NOW - 86_400_000).toISOString(),
  )

  it('whose packet photo is also its receipt is listed', async () => {
    const url = await newStoredPhoto(server.deps)
    const photos = { hair_photo_url: url, cash_receipt_url: url }
    expect(await isListed(await pay({ payout_method: 'cash', ...photos }))).toBe(true)
  })

  it('whose packet photo is in an earlier deal of the customer is listed, and so is that deal', async () => {
    const { id } = await newCustomer(server.deps.db)
    const hair_photo_url = await newStoredPhoto(server.deps)
    const first = await settle({ ...ONE_ITEM, hair_photo_url }, id)
    expect(await isListed(first)).toBe(false)
    // The office has opened the customer again.
    await server.deps.db
      .update(settlements)
      .set({ createdAt: new Date(0) })
      .where(eq(settlements.invoiceId, first))
    const second = await settle({ ...ONE_ITEM, hair_photo_url }, id)
    expect([await isListed(first), await isListed(second)]).toEqual([true, true])
  })

  it('has the UPI reference of another deal, and both are listed', async () => {
    const first = await pay({ upi_reference: '426811223344' })
    expect(await isListed(first)).toBe(false)
    const second = await pay({ upi_reference: '426811223344' })
    expect([await isListed(first), await isListed(second)]).toEqual([true, true])
  })

  it.each([
    ['UTR52681122', 'UTR-5268 1122'],
    ['UTR52681123', 'utr52681123.'],
    ['UTR52681124', 'U\u200BTR52681124'],
    ['UTR52681125', 'ＵＴＲ５２６８１１２５'],
    ['UTR52681126', 'UTR౫౨౬౮౧౧౨౬'],
    ['౪౨౬౮౧౧౨౭', '౪౨౬౮ ౧౧౨౭'],
    ['٤٢٦٨١١٢٨', '42681128'],
    ['𞥐𞥑𞥒𞥓', '0123'],
  ])('has the UPI reference of another deal, %j, written as %j', async (one, other) => {
    const first = await pay({ upi_reference: one })
    expect(await isListed(first)).toBe(false)
    const second = await pay({ upi_reference: other })
    expect([await isListed(first), await isListed(second)]).toEqual([true, true])
  })

  it('has no UPI reference of another deal when the digits are others, or both have none', async () => {
    const references = ['౧౨౩౪', '౧౨౩౫', 'అ', 'ఆ']
    const deals: string[] = []
    for (const upi_reference of references) deals.push(await pay({ upi_reference }))
    expect(await Promise.all(deals.map(isListed))).toEqual([false, false, false, false])
  })

  // No part of an index of PostgreSQL can have more than 2,700 bytes.
  it('has a UPI reference of any characters and any length', async () => {
    const random = (from: number, count: number) =>
      String.fromCodePoint(...Array.from(randomBytes(2_000), (byte) => from + (byte % count)))
    for (const upi_reference of [random(0x33_80, 0x60), random(0x30, 75), random(0xc05, 40)]) {
      const deals = [await pay({ upi_reference }), await pay({ upi_reference })]
      expect(await Promise.all(deals.map(isListed))).toEqual([true, true])
    }
  })
})

import { randomUUID } from 'node:crypto'
import type { Work } from '@veni/domain/work'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { cashPayments, orders, priceChanges, settlements } from '../../src/db/schema.ts'
import { cashDeal } from '../fixtures/phone-file.ts'
import {
  newCustomer,
  orderBody,
  RAVI,
  settlementBody,
  storePrices,
  storeRunners,
} from '../fixtures/records.ts'
import type { Client } from '../setup/client.ts'
import { databaseKinds } from '../setup/databases.ts'
import { useServer } from '../setup/server.ts'

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

/** At the old price of 60 rupees per 20 g. */
const hair = {
  hair_lines: [{ hair_type: 'black_hair', weight_grams: 100, price_per_20g: 60, value: 300 }],
  hair_value: 300,
  balance_amount: 300,
}
const oldProduct = { product_id: 'cookingset', product_price: 20, total_amount: 20 }

/** Makes work of each kind that has prices, which a runner completed at a time. */
const kinds = [
  {
    name: 'settlement',
    table: settlements,
    make: async (customerId: number, at: string): Promise<Work> => {
      const settlement = settlementBody(customerId, { ...hair, settlement_date: at })
      return { kind: 'settlement', settlement, photos: [] }
    },
  },
  {
    name: 'cash payment',
    table: cashPayments,
    make: async (customerId: number, at: string): Promise<Work> => {
      const { work } = (await cashDeal(customerId)).entry
      return { ...work, payment: { ...work.payment, ...hair, payment_date: at } }
    },
  },
  {
    name: 'single order',
    table: orders,
    make: async (customerId: number, at: string): Promise<Work> => ({
      kind: 'single-order',
      order: orderBody(customerId, oldProduct),
      delivered: { status: 'delivered', actual_amount: 20, delivery_date: at },
      customer: { status: 'delivered' },
    }),
  },
] as const

describe.each(databaseKinds)('work that arrives late on %s', (kind) => {
  const server = useServer(kind)
  let ravi: Client
  beforeAll(async () => {
    const { db } = server.deps
    await storeRunners(db)
    await storePrices(db)
    ravi = await server.signIn(RAVI.phone)
    const hairChange = { kind: 'hair', name: 'black_hair' } as const
    const productChange = { kind: 'product', name: 'cookingset' } as const
    await db.insert(priceChanges).values([
      { ...hairChange, pricePaise: 60_00, validFrom: daysAgo(400) },
      { ...hairChange, pricePaise: 70_00, validFrom: daysAgo(40) },
      { ...productChange, pricePaise: 20_00, validFrom: daysAgo(400) },
      { ...productChange, pricePaise: 29_44, validFrom: daysAgo(40) },
    ])
  })

  it.each(kinds)(
    'is checked with the prices that its phone could have when it was completed: $name',
    async ({ make, table }) => {
      const { db } = server.deps
      const newItem = async (days: number) => {
        const { id } = await newCustomer(db)
        const work = await make(id, daysAgo(days).toISOString())
        return { version: 1, id: randomUUID(), customer_id: String(id), work }
      }
      const [recent, late] = [await newItem(1), await newItem(20)]
      const { body } = await ravi.send('POST', '/api/work', { items: [recent, late] })
      expect(body).toMatchObject({ results: [{ outcome: 'recorded' }, { outcome: 'recorded' }] })
      const flagsOf = async ({ customer_id: id }: typeof late) => {
        const [row] = await db
          .select()
          .from(table)
          .where(eq(table.customerId, Number(id)))
        return row?.flags?.map((flag) => flag.kind)
      }
      expect(await flagsOf(recent)).toContain('unknown-price')
      // A phone can be without network for 31 days, so this one could have prices of 51 days ago.
      expect(await flagsOf(late)).not.toContain('unknown-price')
    },
  )
})

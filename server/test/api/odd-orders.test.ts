import type { OrderCreate, OrderUpdate } from '@veni/domain/order'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { orders, priceChanges } from '../../src/db/schema.ts'
import { moveCustomersBetween } from '../../src/runners/office-service.ts'
import { LAKSHMI, RAVI, storePrices, storeRunners } from '../fixtures/records.ts'
import {
  orderCalls,
  createOrder,
  deliverOrder,
  findListed,
  PRICE,
} from '../fixtures/single-orders.ts'
import type { Client } from '../setup/client.ts'
import { databaseKinds } from '../setup/databases.ts'
import { useServer } from '../setup/server.ts'

const NOW = Date.now()

describe.each(databaseKinds)('an odd single order on %s', (kind) => {
  const server = useServer(kind)
  let ravi: Client
  beforeAll(async () => {
    await storeRunners(server.deps.db)
    await storePrices(server.deps.db)
    ravi = await server.signIn(RAVI.phone)
  })

  const { newCustomerId, place, flagsOf } = orderCalls(server, () => ravi)

  it('is not one in which everything is as expected', async () => {
    const id = await place()
    expect(await findListed(server.deps, id)).toMatchObject({
      is_checked: true,
      actual_amount: PRICE,
      flags: [],
    })
  })

  it.each<[string, Partial<OrderCreate>, Partial<OrderUpdate>, string[]]>([
    [
      'a billion rupees',
      {},
      { actual_amount: 1e9 },
      ['amount-differs: actual_amount', 'large-amount: actual_amount'],
    ],
    [
      'a billion rupees in every amount',
      { product_price: 1e9, total_amount: 1e9, cash_amount: 1e9 },
      {},
      [
        'unknown-price: product_price',
        'amount-differs: total_amount',
        'large-amount: product_price',
        'large-amount: total_amount',
        'large-amount: cash_amount',
      ],
    ],
    ['a product for a paisa', {}, { actual_amount: 0.01 }, ['amount-differs: actual_amount']],
    ['no amount', {}, { actual_amount: undefined }, ['amount-missing: actual_amount']],
    ['five lakh rupees in words', { cash_amount: '౫ లక్షలు' }, {}, ['large-amount: cash_amount']],
    ['an invented product', { product_id: 'goldbar' }, {}, ['unknown-product: product_id']],
    [
      'more than one customer can have',
      { quantity: 1_000_000, hair_weight: '900 kg, 900000 g' },
      { actual_amount: PRICE },
      [
        'amount-differs: actual_amount',
        'large-quantity: quantity',
        'large-quantity: hair_weight',
        'several-products: quantity',
      ],
    ],
    ['the year 1970', {}, { delivery_date: '1970-01-01' }, ['wrong-time: delivery_date']],
    ['the year 9999', {}, { delivery_date: '9999-12-31' }, ['wrong-time: delivery_date']],
  ])('with %s is stored, flagged and listed', async (_name, made, delivered, flags) => {
    const id = await place(made, delivered)
    expect(await flagsOf(id)).toEqual(flags)
    const [row] = await server.deps.db.select().from(orders).where(eq(orders.id, id))
    expect(row).toMatchObject({ status: 'delivered' })
    expect(row?.flags?.map(({ kind: name, field }) => `${name}: ${field}`)).toEqual(flags)
  })

  it('is flagged before its delivery, too', async () => {
    const id = await createOrder(ravi, await newCustomerId(), { product_id: 'goldbar' })
    expect(await findListed(server.deps, id)).toMatchObject({
      status: 'created',
      flags: [{ kind: 'unknown-product', field: 'product_id' }],
    })
  })

  it('with a price that a phone without network could still have is not flagged', async () => {
    const { db } = server.deps
    const at = (days: number) => new Date(NOW - days * 86_400_000)
    const change = { kind: 'product' as const, name: 'cookingset' }
    await db.insert(priceChanges).values([
      { ...change, pricePaise: 10_00, validFrom: at(900) },
      { ...change, pricePaise: 20_00, validFrom: at(40) },
      { ...change, pricePaise: 29_44, validFrom: at(2) },
    ])
    expect(await flagsOf(await place({}, { actual_amount: 20 }))).toEqual([])
    expect(await flagsOf(await place({}, { actual_amount: 10 }))).toEqual([
      'amount-differs: actual_amount',
    ])
    await db.delete(priceChanges)
  })

  it("is the delivery of another runner's customer", async () => {
    const customerId = await newCustomerId()
    const id = await createOrder(ravi, customerId)
    const move = { from: RAVI.phone, to: LAKSHMI.phone, ids: [customerId] }
    await moveCustomersBetween(server.deps, move)
    await deliverOrder(ravi, id)
    expect(await flagsOf(id)).toEqual(['customer-of-another-runner: customer_id'])
  })
})

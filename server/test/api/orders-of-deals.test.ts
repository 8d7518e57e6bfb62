import { randomUUID } from 'node:crypto'
import type { OrderCreate, OrderUpdate } from '@veni/domain/order'
import { beforeAll, describe, expect, it } from 'vitest'
import { type DealOverview, listAllDeals, needsAttention } from '../../src/deals/deal-overview.ts'
import { moveCustomersBetween } from '../../src/runners/office-service.ts'
import {
  cashPaymentBody,
  LAKSHMI,
  newCustomer,
  newStoredPhoto,
  RAVI,
  settlementBody,
  storePrices,
  storeRunners,
} from '../fixtures/records.ts'
import {
  orderCalls,
  createOrder,
  deliverOrder,
  findListed,
  hairPurchase,
  PRICE,
} from '../fixtures/single-orders.ts'
import type { Client } from '../setup/client.ts'
import { databaseKinds } from '../setup/databases.ts'
import { useServer } from '../setup/server.ts'

let invoices = 0
const newInvoiceId = () => `CASH-1-ORDER${(invoices += 1).toString(36).toUpperCase()}`

describe.each(databaseKinds)('the order of a deal on %s', (kind) => {
  const server = useServer(kind)
  let ravi: Client
  beforeAll(async () => {
    await storeRunners(server.deps.db)
    await storePrices(server.deps.db)
    ravi = await server.signIn(RAVI.phone)
  })

  const { newCustomerId, place, flagsOf } = orderCalls(server, () => ravi)
  const findDeal = async (invoiceId: string) => {
    const found: DealOverview[] = []
    await listAllDeals(server.deps, {}, (deal) => void found.push(deal))
    return found.find(({ invoice_id }) => invoice_id === invoiceId)
  }

  const product = {
    id: 'cookingset',
    productId: 'cookingset',
    name: 'Cooking Set',
    price: PRICE,
    quantity: 1,
    image: '',
    description: '',
  }
  const cheap = { ...product, price: 0.01, quantity: 900 }
  const manyCheap = { product_price: 0.01, quantity: 900, total_amount: 9, items: [cheap] }
  it.each<[string, Partial<OrderUpdate> | undefined, Partial<OrderCreate>, boolean]>([
    ['another paid amount', { actual_amount: 5 }, {}, true],
    ['no delivery', undefined, {}, true],
    ['another date', { delivery_date: '1970-01-01' }, {}, true],
    ['products that the deal does not have', {}, { product_id: 'cookingset', ...manyCheap }, true],
    ['items that the deal does not have', {}, { items: [product] }, true],
    ['another quantity', {}, { quantity: 900 }, true],
    ['another total', {}, { total_amount: 9 }, true],
    ['hair that the deal does not have', {}, { hair_weight: '900 kg' }, true],
    ['the same content', {}, {}, false],
  ])('with %s is compared with its deal', async (_name, delivery, made, isOdd) => {
    const { deps } = server
    const customerId = await newCustomerId()
    const link = { visit_id: randomUUID(), invoice_id: newInvoiceId() }
    const id = await createOrder(ravi, customerId, { ...hairPurchase, ...link, ...made })
    const payment = cashPaymentBody(customerId, {
      ...link,
      order_id: id,
      cash_amount: 350,
      payout_method: 'cash',
      upi_reference: '',
      hair_photo_url: await newStoredPhoto(deps),
      cash_receipt_url: await newStoredPhoto(deps),
      payment_date: new Date().toISOString(),
    })
    const delivered = { actual_amount: 350, delivery_date: payment.payment_date, ...delivery }
    if (delivery) await deliverOrder(ravi, id, delivered)
    expect((await ravi.send('POST', '/api/cash-payments', payment)).status).toBe(201)
    // The deal has flags of its own, which compare it with its order.
    expect(await findListed(deps, id)).toBeUndefined()
    const deal = await findDeal(payment.invoice_id)
    expect(deal?.flags).toEqual(isOdd ? [{ kind: 'order-differs', field: 'order_id' }] : [])
    expect(deal && needsAttention(deal)).toBe(isOdd)
  })

  it('is flagged when the deal of its invoice is of another customer or another runner', async () => {
    const lakshmi = await server.signIn(LAKSHMI.phone)
    const customerIds = {
      ravi: await newCustomerId(),
      lakshmi: (await newCustomer(server.deps.db, { runnerId: LAKSHMI.id })).id,
    }
    const ofRavi = settlementBody(customerIds.ravi)
    const ofLakshmi = settlementBody(customerIds.lakshmi)
    expect((await ravi.send('POST', '/api/settlements', ofRavi)).status).toBe(201)
    expect((await lakshmi.send('POST', '/api/settlements', ofLakshmi)).status).toBe(201)
    for (const { invoice_id } of [ofRavi, ofLakshmi]) {
      const id = await place({ invoice_id })
      expect(await flagsOf(id)).toEqual(['deal-missing: invoice_id'])
    }
    // The customer is the same, and the runner is another.
    const move = { from: LAKSHMI.phone, to: RAVI.phone, ids: [customerIds.lakshmi] }
    const third = settlementBody(customerIds.lakshmi)
    expect((await lakshmi.send('POST', '/api/settlements', third)).status).toBe(201)
    await moveCustomersBetween(server.deps, move)
    const moved = await place({ invoice_id: third.invoice_id }, {}, customerIds.lakshmi)
    expect(await flagsOf(moved)).toContain('deal-missing: invoice_id')
  })

  it('is flagged until its deal arrives', async () => {
    const customerId = await newCustomerId()
    const link = { visit_id: randomUUID(), invoice_id: 'CASH-1-MISSIN' }
    const id = await place(link, link, customerId)
    expect(await flagsOf(id)).toEqual(['deal-missing: invoice_id'])
    const payment = cashPaymentBody(customerId, { ...link, order_id: id, cash_amount: PRICE })
    expect((await ravi.send('POST', '/api/cash-payments', payment)).status).toBe(201)
    expect(await findListed(server.deps, id)).toBeUndefined()
  })

  it('is flagged before it is delivered, because its phone may never send the rest', async () => {
    const link = { visit_id: randomUUID(), invoice_id: newInvoiceId() }
    const id = await createOrder(ravi, await newCustomerId(), { ...hairPurchase, ...link })
    expect(await flagsOf(id)).toContain('deal-missing: invoice_id')
  })

  it.each([
    ['cash payment', '/api/cash-payments', cashPaymentBody],
    ['items settlement', '/api/settlements', settlementBody],
  ])('is flagged when the %s of its invoice does not name it', async (_kind, path, makeBody) => {
    const customerId = await newCustomerId()
    const deal = makeBody(customerId, { visit_id: randomUUID() })
    const { visit_id, invoice_id } = deal
    expect((await ravi.send('POST', path, deal)).status).toBe(201)
    const id = await place({ visit_id, invoice_id }, {}, customerId)
    expect(await flagsOf(id)).toContain('deal-missing: invoice_id')
  })
})

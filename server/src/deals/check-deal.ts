import { type DealFlag, findFlags, type OrderOfDeal } from '@veni/domain/deal/flags'
import type { Difference } from '@veni/domain/deal/record'
import { recountDeal } from '@veni/domain/deal/recount'
import type { Paise } from '@veni/domain/money'
import type { DealCustomer } from '../customers/service.ts'
import type { Tx, Writer } from '../db/client.ts'
import type { OrderRow } from '../orders/service.ts'
import { findKnownPrices } from '../price-changes/service.ts'
import type { CashPaymentBody, SettlementBody } from './deal-record.ts'

/** Recounts a deal that arrives and finds its flags, both for the row of the deal. It refuses nothing. */
export async function checkDeal(
  tx: Tx,
  { now, adopted = [] }: Writer,
  body: SettlementBody | CashPaymentBody,
  { customer, order }: { customer: DealCustomer; order: OrderRow | undefined },
): Promise<{ differences: Difference[]; flags: DealFlag[] }> {
  const { current, hair, products, hairMinimums } = await findKnownPrices(
    tx,
    {
      hair: body.hair_lines.map((line) => line.hair_type),
      product: body.items.map((item) => item.productId),
    },
    { completedAt: Date.parse(completionOf(body)), receivedAt: now.getTime() },
  )
  const flags = findFlags(body, {
    receivedAt: now.getTime(),
    isOwnCustomer: customer.isOwn,
    hairPrices: hair,
    productPrices: products,
    hairMinimums,
    order: order && toOrderOfDeal(order),
  })
  const ofOffice = adopted.map((field): DealFlag => ({ kind: 'adopted', field }))
  return { differences: recountDeal(body, current), flags: [...flags, ...ofOffice] }
}

/** Stored amounts are whole paise. */
const toOrderOfDeal = (order: OrderRow): OrderOfDeal => ({
  ...order,
  paidPaise: order.actualAmountPaise as Paise | null,
  productPricePaise: order.productPricePaise as Paise | null,
  totalPaise: order.totalAmountPaise as Paise | null,
})

const completionOf = (body: SettlementBody | CashPaymentBody) =>
  'payment_date' in body ? body.payment_date : body.settlement_date

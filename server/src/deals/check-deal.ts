import { type DealFlag, findFlags, LONGEST_WAY_MS } from '@veni/domain/deal/flags'
import type { Difference } from '@veni/domain/deal/record'
import { recountDeal } from '@veni/domain/deal/recount'
import type { Paise } from '@veni/domain/money'
import type { DealCustomer } from '../customers/service.ts'
import type { Tx, Writer } from '../db/client.ts'
import type { OrderRow } from '../orders/service.ts'
import { findKnownPrices } from '../price-changes/service.ts'
import type { CashPaymentBody, SettlementBody } from './deal-record.ts'
import { isSettledAlready } from './store.ts'

/** A phone that was without network may still use the prices of its last contact. */
const OLDEST_PRICES_MS = 31 * 86_400_000

/** Recounts a deal that arrives and finds its flags, both for the row of the deal. It refuses nothing. */
export async function checkDeal(
  tx: Tx,
  { now }: Writer,
  body: SettlementBody | CashPaymentBody,
  { customer, order }: { customer: DealCustomer; order: OrderRow | undefined },
): Promise<{ differences: Difference[]; flags: DealFlag[] }> {
  const { current, hair, products } = await findKnownPrices(
    tx,
    body.hair_lines.map((line) => line.hair_type),
    body.items.map((item) => item.productId),
    findOldestContact(body, now),
  )
  const flags = findFlags(body, {
    receivedAt: now.getTime(),
    isOwnCustomer: customer.isOwn,
    isSettledAlready: await isSettledAlready(tx, customer.id, body.visit_id),
    hairPrices: hair,
    productPrices: products,
    order: order && {
      status: order.status,
      invoiceId: order.invoiceId,
      paidPaise: order.actualAmountPaise as Paise | null,
    },
  })
  return { differences: recountDeal(body, current), flags }
}

/** A deal that claims to be older than the longest way of a deal gets no older prices for it. */
function findOldestContact(body: SettlementBody | CashPaymentBody, now: Date): Date {
  const completedAt = Date.parse('payment_date' in body ? body.payment_date : body.settlement_date)
  const earliest = now.getTime() - LONGEST_WAY_MS
  return new Date(Math.min(Math.max(completedAt, earliest), now.getTime()) - OLDEST_PRICES_MS)
}

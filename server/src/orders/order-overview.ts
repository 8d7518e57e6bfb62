import { OFFICE_ORDER_FLAG_KINDS, ORDER_FLAG_KINDS } from '@veni/domain/order/flags'
import * as v from 'valibot'
import {
  findSecondDeliveries,
  listStoredFlags,
  NEWER_FLAG,
  type OtherDelivery,
  settledAgainSchema,
  toSettledAgain,
} from '../customers/service.ts'
import type { Deps } from '../deps.ts'
import { toRupees } from '../wire-values.ts'
import { listSingleOrderPage } from './order-overview-store.ts'

const STORED_KINDS = [...ORDER_FLAG_KINDS, ...OFFICE_ORDER_FLAG_KINDS]

/** `deal-missing` and `settled-again`: found with each listing, because a deal may still come. */
const flagSchema = v.variant('kind', [
  v.object({
    kind: v.picklist([...STORED_KINDS, 'deal-missing', NEWER_FLAG]),
    field: v.string(),
  }),
  settledAgainSchema,
])

const amount = v.nullable(v.number())

/** An order that belongs to no deal, as the command line shows it to the office. Amounts are in rupees. */
export const singleOrderOverviewSchema = v.object({
  kind: v.literal('single-order'),
  order_id: v.number(),
  status: v.string(),
  /** When the order was delivered, or made if it is not delivered, by the clock of the server. */
  at: v.string(),
  runner: v.object({ name: v.string(), phone: v.nullable(v.string()) }),
  customer_id: v.number(),
  customer_name: v.string(),
  product_id: v.string(),
  product_name: v.string(),
  quantity: v.number(),
  total_amount: amount,
  actual_amount: amount,
  /** The text that the runner typed. */
  hair_weight: v.nullable(v.string()),
  cash_amount: v.nullable(v.string()),
  flags: v.array(flagSchema),
  /** False for orders older than the flags. */
  is_checked: v.boolean(),
})
export type SingleOrderOverview = v.InferInput<typeof singleOrderOverviewSchema>

export interface OrderFilter {
  readonly since?: Date | undefined
  /** Normalised by `toPhoneKey`. */
  readonly runnerPhone?: string | undefined
}

const PAGE = 200

/**
 * Calls `onOrder` for the orders of all runners that belong to no deal, newest first, one page in memory at a time.
 * @returns the number of orders
 */
export async function listSingleOrders(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  { since, runnerPhone }: OrderFilter,
  onOrder: (order: SingleOrderOverview) => void,
): Promise<number> {
  let belowId: number | undefined
  let count = 0
  for (;;) {
    const found = await listSingleOrderPage(db, { since, runnerPhone, belowId, most: PAGE })
    const orderIds = found.map(({ order }) => order.id)
    const others = await findSecondDeliveries(db, { orderIds }, config.settledAgainDays)
    for (const one of found) onOrder(toOverview(one, others.get(`order ${one.order.id}`)))
    count += found.length
    belowId = found.at(-1)?.order.id
    if (found.length < PAGE) return count
  }
}

type FoundOrder = Awaited<ReturnType<typeof listSingleOrderPage>>[number]

function toOverview(
  { order, runner, customerName, isDealMissing }: FoundOrder,
  others: readonly OtherDelivery[] | undefined,
): SingleOrderOverview {
  return {
    kind: 'single-order',
    order_id: order.id,
    status: order.status,
    at: (order.deliveredAt ?? order.createdAt).toISOString(),
    runner,
    customer_id: order.customerId,
    customer_name: customerName,
    product_id: order.productId,
    product_name: order.productName,
    quantity: order.quantity,
    total_amount: toRupeesOrNull(order.totalAmountPaise),
    actual_amount: toRupeesOrNull(order.actualAmountPaise),
    hair_weight: order.hairWeight,
    cash_amount: order.cashAmount,
    flags: [
      ...listStoredFlags(order.flags, STORED_KINDS),
      ...toSettledAgain(others),
      ...(isDealMissing ? [{ kind: 'deal-missing' as const, field: 'invoice_id' }] : []),
    ],
    is_checked: order.flags !== null,
  }
}

const toRupeesOrNull = (stored: number | null) => (stored === null ? null : toRupees(stored))

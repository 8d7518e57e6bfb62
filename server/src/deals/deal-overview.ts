import { locationSchema } from '@veni/domain/location'
import { recountedSettlementSchema } from '@veni/domain/deal/record'
import * as v from 'valibot'
import type { DbOrTx } from '../db/client.ts'
import { toDealFields } from './deal-record.ts'
import { listCashPaymentPage, listSettlementPage } from './deal-overview-store.ts'
import { type DealPhotos, findPhotosOfDeals } from './deal-photos.ts'

const photoSchema = v.object({
  state: v.picklist(['received', 'pending', 'elsewhere', 'unnamed']),
  usedBy: v.array(v.string()),
})

/** A deal as the command line shows it to the office. Amounts are in rupees. */
export const dealOverviewSchema = v.object({
  kind: v.picklist(['settlement', 'cash-payment']),
  invoice_id: v.string(),
  /** By the phone's clock. */
  completed_at: v.string(),
  runner: v.object({ name: v.string(), phone: v.nullable(v.string()) }),
  customer_id: v.union([v.number(), v.string()]),
  customer_name: v.string(),
  hair_value: v.number(),
  items_total: v.number(),
  balance_amount: v.number(),
  balance_type: v.picklist(['return', 'collect']),
  location: locationSchema,
  differences: recountedSettlementSchema.entries.differences,
  /** False for deals older than the recount. */
  is_recounted: v.boolean(),
  packet: photoSchema,
  /** undefined when the deal needs no receipt. */
  receipt: v.optional(photoSchema),
})
export type DealOverview = v.InferInput<typeof dealOverviewSchema>

export interface DealFilter {
  readonly since?: Date | undefined
  /** Normalised by `toPhoneKey`. */
  readonly runnerPhone?: string | undefined
}

const PAGE = 200

/**
 * Calls `onDeal` for the deals of all runners, newest first, one page in memory at a time.
 * @returns the number of deals
 */
export async function listAllDeals(
  db: DbOrTx,
  { since, runnerPhone }: DealFilter,
  onDeal: (deal: DealOverview) => void,
): Promise<number> {
  let below: FoundDeal['deal'] | undefined
  let count = 0
  for (;;) {
    const found = await findPage(db, { since, runnerPhone, below, most: PAGE })
    const ids = found.map(({ deal }) => deal.invoiceId)
    const photos = await findPhotosOfDeals(db, ids)
    for (const one of found) onDeal(toDealOverview(one, photos.get(one.deal.invoiceId)))
    count += found.length
    below = found.at(-1)?.deal
    if (found.length < PAGE) return count
  }
}

/** True for a wrong sum or cash amount, a photo that is still on a phone, and a photo of another customer's deal. */
export function needsAttention({ differences = [], packet, receipt }: DealOverview): boolean {
  const photos = receipt ? [packet, receipt] : [packet]
  return (
    differences.some(({ kind }) => kind !== 'price') ||
    photos.some(({ state, usedBy }) => state === 'pending' || usedBy.length > 0)
  )
}

type FoundDeal = Awaited<ReturnType<typeof findPage>>[number]

/** Reads a full page of each kind, so that the merged page misses none. */
async function findPage(db: DbOrTx, page: Parameters<typeof listSettlementPage>[1]) {
  const settled = await listSettlementPage(db, page)
  const paid = await listCashPaymentPage(db, page)
  return [
    ...settled.map((found) => ({ kind: 'settlement' as const, ...found })),
    ...paid.map((found) => ({ kind: 'cash-payment' as const, ...found })),
  ]
    .toSorted((one, other) => compare(other, one))
    .slice(0, page.most)
}

function compare(one: Ordered, other: Ordered): number {
  const apart = one.deal.completedAt.getTime() - other.deal.completedAt.getTime()
  if (apart !== 0) return apart
  return one.deal.invoiceId < other.deal.invoiceId ? -1 : 1
}
type Ordered = { readonly deal: { readonly completedAt: Date; readonly invoiceId: string } }

function toDealOverview({ kind, deal, runner }: FoundDeal, photos?: DealPhotos): DealOverview {
  const fields = toDealFields(deal)
  const none = { state: 'unnamed' as const, usedBy: [] }
  const { packet, receipt } = photos ?? { packet: none, receipt: none }
  return {
    kind,
    invoice_id: fields.invoice_id,
    completed_at: deal.completedAt.toISOString(),
    runner,
    customer_id: fields.customer_id,
    customer_name: fields.customer_name,
    hair_value: fields.hair_value,
    items_total: fields.items_total,
    balance_amount: fields.balance_amount,
    balance_type: fields.balance_type,
    location: fields.location,
    differences: fields.differences,
    is_recounted: deal.differences !== null,
    packet: { ...packet, usedBy: [...packet.usedBy] },
    ...('payoutMethod' in deal &&
      deal.payoutMethod === 'cash' && { receipt: { ...receipt, usedBy: [...receipt.usedBy] } }),
  }
}

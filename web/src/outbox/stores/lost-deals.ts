/** Deals that the phone has lost while it still has what sends them. */
import type { Deal } from '@veni/domain/deal'
import { storage } from '../../storage/phone-storage.ts'
import type { Rows } from '../../storage/transaction.ts'
import { isDealEntry, type OutboxEntry } from '../entry.ts'

/**
 * Makes the deal of each entry that has none: without it the visit looks as if it had no deal yet, and the runner could
 * pay the customer twice. To be called after a restore.
 */
export async function storeLostDeals(): Promise<void> {
  const visitIds: string[] = []
  await storage.outbox.forEach((entry) => {
    if (isDealEntry(entry) && entry.visitId !== undefined) visitIds.push(entry.visitId)
  })
  const present = new Set(await storage.deals.getKeys())
  for (const visitId of visitIds.filter((id) => !present.has(id)))
    await storage.change(['outbox', 'deals'], async ({ outbox, deals }) => {
      // It may be sent meanwhile, or belong to a runner who has signed out.
      const entry = await outbox.get(visitId)
      if (entry) await putLostDeal(entry, deals)
    })
}

/** Stores the deal of the entry unless a deal is there, also one that this release cannot read. */
export async function putLostDeal(entry: OutboxEntry, deals: Rows<Deal>): Promise<void> {
  const deal = toDeal(entry)
  if (deal && !(await deals.has(deal.visitId))) await deals.put(deal.visitId, deal)
}

/**
 * The deal as it was stored with the entry, except that its record has no address that only the lost page could read.
 * @returns undefined for an entry without a deal
 */
function toDeal({ work, visitId, owner, customerId, createdAt }: OutboxEntry): Deal | undefined {
  if (visitId === undefined) return undefined
  const head = { visitId, owner, customerId, createdAt, isDemo: false }
  if (work.kind === 'settlement')
    return { ...head, ...describe(work.settlement), kind: 'settlement', record: work.settlement }
  if (work.kind === 'cash-payment')
    return { ...head, ...describe(work.payment), kind: 'cash-payment', record: work.payment }
  return undefined
}

const describe = (record: Deal['record']): Pick<Deal, 'invoiceId' | 'clockOffsetS'> => ({
  invoiceId: record.invoice_id,
  clockOffsetS: record.clock_offset_s,
})

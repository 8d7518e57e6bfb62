import { randomId } from '../../lib/random-id.ts'
import { saveDeal, mirrorRecord, type DealOf } from '../../outbox/deal-store.ts'
import { newEntry } from '../../outbox/entry.ts'
import { enqueue } from '../../outbox/outbox.ts'
import { closeVisit } from '../../state/visit.ts'

/** The items are in the customer's hands: the cart and the selected customer go (spec §4 "Settlement"). */
export async function markDelivered(deal: DealOf<'settlement'>): Promise<void> {
  const delivered: DealOf<'settlement'> = {
    ...deal,
    record: { ...deal.record, status: 'delivered' },
  }
  await saveDeal(delivered)
  mirrorRecord(delivered)
  if (!deal.isDemo)
    await enqueue(
      newEntry({
        id: randomId(),
        owner: deal.owner,
        customerId: deal.customerId,
        createdAt: Date.now(),
        work: { kind: 'settlement-delivered', invoiceId: deal.invoiceId },
      }),
    )
  closeVisit()
}

import { randomId } from '../../lib/random-id.ts'
import {
  dealWrite,
  mirrorRecord,
  readDeal,
  saveDeal,
  type DealOf,
} from '../../outbox/deal-store.ts'
import { newEntry } from '../../outbox/entry.ts'
import { enqueue } from '../../outbox/outbox.ts'
import { activeVisit, closeVisit } from '../../state/visit.ts'

/** The items are in the customer's hands: the cart and the selected customer go (spec §4 "Settlement"). */
export async function markDelivered(deal: DealOf<'settlement'>): Promise<void> {
  // As it is now: the office may have taken it since the screen last looked.
  const stored = await readDeal(deal.visitId)
  const delivered: DealOf<'settlement'> = {
    ...deal,
    receivedAt: stored?.receivedAt,
    record: { ...deal.record, status: 'delivered' },
  }
  if (deal.isDemo) await saveDeal(delivered)
  else await enqueue(handover(deal), dealWrite(delivered))
  mirrorRecord(delivered)
  // An invoice opened again later must not close the visit that was begun since.
  if (activeVisit.get()?.id === deal.visitId) closeVisit()
}

const handover = (deal: DealOf<'settlement'>) =>
  newEntry({
    id: randomId(),
    owner: deal.owner,
    customerId: deal.customerId,
    createdAt: Date.now(),
    work: { kind: 'settlement-delivered', invoiceId: deal.invoiceId },
  })

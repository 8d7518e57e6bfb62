import { environment } from '../../../lib/environment.ts'
import type { Deal, DealOf } from '@veni/domain/deal'
import { randomId } from '../../../lib/random-id.ts'
import { storage } from '../../../storage/phone-storage.ts'
import { dealChange, mirrorRecord } from '../../../outbox/stores/deal-store.ts'
import { newEntry } from '../../../outbox/entry.ts'
import { enqueue } from '../../../outbox/page-outbox.ts'
import { activeVisit, closeVisit } from '../../../state/visit.ts'

/** Marks a settlement as delivered and clears the cart and the selected customer. */
export async function markDelivered(deal: DealOf<'settlement'>): Promise<void> {
  // Changes the stored deal: a pass may mark it as received at the same moment.
  const change = dealChange(deal.visitId, delivered)
  if (deal.isDemo) await storage.write([change])
  else await enqueue(handover(deal), change)
  mirrorRecord(delivered(deal))
  // The runner can open this invoice again later: that must not close a newer visit.
  if (activeVisit.get()?.id === deal.visitId) closeVisit()
}

const delivered = (deal: Deal): Deal =>
  deal.kind === 'settlement' ? { ...deal, record: { ...deal.record, status: 'delivered' } } : deal

const handover = (deal: DealOf<'settlement'>) =>
  newEntry({
    id: randomId(),
    owner: deal.owner,
    customerId: deal.customerId,
    createdAt: environment().now(),
    work: { kind: 'settlement-delivered', invoiceId: deal.invoiceId },
  })

import { findInvoiceId } from '@veni/domain/work'
import { isOurServer } from '../../api/client.ts'
import { storage } from '../../storage/phone-storage.ts'
import type { EntryHead } from '../entry.ts'
import { hasRecordStep } from '../../storage/collections/outbox.ts'
import { isForQueue } from './unreceived-deals.ts'

/**
 * The settlements that nothing in the list sends, although the server does not have them and the list has their
 * delivery: this release cannot read the entry, or the phone has lost it and makes it again (queue-deals.ts).
 * @param list entries of one owner
 * @returns invoice ids
 */
export async function findUnsentSettlements(
  list: readonly EntryHead[],
): Promise<ReadonlySet<string>> {
  const sent = new Set(list.map(({ work }) => findInvoiceId(work)))
  const deliveries = list.flatMap(({ owner, work }) =>
    work.kind === 'settlement-delivered' && !sent.has(work.invoiceId)
      ? { owner, invoiceId: work.invoiceId }
      : [],
  )
  if (deliveries.length === 0) return new Set()
  const isQueueing = isOurServer()
  return storage.read(['deals', 'outbox'], async ({ deals, outbox }) => {
    const isUnsent = async (owner: string, invoiceId: string) => {
      const [visitId] = await deals.getKeysBy('invoice', owner, invoiceId)
      if (visitId === undefined) return false
      const deal = await deals.get(visitId)
      if (deal?.receivedAt !== undefined) return false
      const entry = await outbox.getUnparsed(visitId)
      return entry === undefined
        ? isQueueing && deal !== undefined && isForQueue(deal)
        : !hasRecordStep(entry)
    }
    const unsent = await Promise.all(
      deliveries.map(({ owner, invoiceId }) => isUnsent(owner, invoiceId)),
    )
    return new Set(deliveries.filter((_, at) => unsent[at]).map(({ invoiceId }) => invoiceId))
  })
}

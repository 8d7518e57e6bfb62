/** Deals that the server has refused. Apart from use-outbox.ts, because /deliveries loads without the steps of work. */
import { findInvoiceId } from '@veni/domain/work'
import { useValue } from '../lib/use-value.ts'
import { entries } from './entries.ts'
import { hasRecords, type EntryHead } from './entry.ts'

/** Whether the server has refused the record of a deal. When it refused only a photo, it has the deal. */
export const isRefusedDeal = (entry: EntryHead): boolean =>
  entry.state === 'refused' && findInvoiceId(entry.work) !== undefined && !hasRecords(entry)

/** Whether the server has refused a deal with the customer. */
export const hasRefusedDeal = (list: readonly EntryHead[], customerId: string): boolean =>
  list.some((entry) => entry.customerId === customerId && isRefusedDeal(entry))

export function useHasRefusedDeal(customerId: string): boolean {
  return hasRefusedDeal(useValue(entries), customerId)
}

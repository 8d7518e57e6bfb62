import type { Work } from '@veni/domain/work'
import { useValue } from '../lib/use-value.ts'
import { entries } from './entries.ts'
import type { OutboxEntry } from './entry.ts'
import { nextStep } from './steps.ts'

/** @returns undefined for what is no deal, such as a single order of the same visit */
export function invoiceIdOf(work: Work): string | undefined {
  if (work.kind === 'cash-payment') return work.payment.invoice_id
  return work.kind === 'settlement' ? work.settlement.invoice_id : undefined
}

/** A deal that the office has refused and knows nothing of; where only its photos were refused, it has the deal. */
export const isUnknownDeal = (entry: OutboxEntry): boolean =>
  entry.state === 'refused' &&
  invoiceIdOf(entry.work) !== undefined &&
  nextStep(entry)?.isEvidence !== true

/** Whether he has been settled with, although the office knows nothing of it. */
export function useIsSettledUnknown(customerId: string): boolean {
  return useValue(entries).some((entry) => entry.customerId === customerId && isUnknownDeal(entry))
}

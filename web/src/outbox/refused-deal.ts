/** Deals that the server has refused. */
import type { Work } from '@veni/domain/work'
import { useValue } from '../lib/use-value.ts'
import { entries } from './entries.ts'
import { isPhotoStep, nextStepName, type OutboxEntry } from './entry.ts'

/** @returns undefined for work that is no deal, such as a single order of the same visit */
export function invoiceIdOf(work: Work): string | undefined {
  if (work.kind === 'cash-payment') return work.payment.invoice_id
  return work.kind === 'settlement' ? work.settlement.invoice_id : undefined
}

/** Whether the server has refused the record of a deal; a deal of which only photos were refused is received. */
export const isUnknownDeal = (entry: OutboxEntry): boolean =>
  entry.state === 'refused' &&
  invoiceIdOf(entry.work) !== undefined &&
  !isPhotoStep(nextStepName(entry))

/** Whether the runner has completed a deal with the customer that the server does not have. */
export function useIsSettledUnknown(customerId: string): boolean {
  return useValue(entries).some((entry) => entry.customerId === customerId && isUnknownDeal(entry))
}

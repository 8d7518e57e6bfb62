import type { Work } from '@veni/domain/work'
import { lockCustomer } from '../../../customers/service.ts'
import type { Tx } from '../../../db/client.ts'
import { findOrderOfOther, giveOrder, type NamedRunner } from './earlier-work-store.ts'

/**
 * Gives the order of a deal to the runner who made the deal. An older app can have sent the order alone, under another
 * phone number, so that the server has it for another runner and without a deal.
 * @returns who had the order
 */
export async function takeOverOrder(
  tx: Tx,
  runnerId: number,
  work: Work,
): Promise<(NamedRunner & { readonly orderId: number }) | undefined> {
  const invoiceId = work.kind === 'cash-payment' ? work.payment.invoice_id : undefined
  const found = invoiceId && (await findOrderOfOther(tx, runnerId, invoiceId))
  if (!found) return undefined
  await lockCustomer(tx, found.customerId)
  await giveOrder(tx, runnerId, invoiceId)
  return found
}

/** Single orders and statuses that the office recorded for a phone that could not send them, when the phone sends them. */
import { noteOtherStatus } from '../customers/conflicts.ts'
import { lockCustomer } from '../customers/service.ts'
import type { Tx } from '../db/client.ts'
import { identifyRequest } from '../http/keyed-request.ts'
import { flagSentLater } from '../orders/adopted-order.ts'
import type { OwnWork } from './own-work.ts'
import { findWork, replaceHash, type WorkRow } from './store.ts'

/**
 * In place of the hash of what a phone sent, until it sends it: what the office adopted need not be what the phone has.
 * No phone can send work with this hash.
 */
export const hashAdopted = ({ id }: Pick<OwnWork, 'id'>): string =>
  identifyRequest('ADOPT', `/api/work/${id.toLowerCase()}`, null).requestHash

/**
 * The work is recorded, so nothing is recorded again. What the phone has otherwise is there for the office to see: as
 * flags of the order, or as a conflict about the status.
 * @param contentHash of what the phone sends
 * @returns whether this is what the office adopted under the id, so that the phone's entry has ended
 */
export async function receiveAdoptedWork(
  tx: Tx,
  now: Date,
  own: OwnWork,
  contentHash: string,
): Promise<boolean> {
  const found = await findAdopted(tx, own)
  if (!found) return false
  // As every writer does. Another call with this entry waits, and an erase.
  if (found.customerId !== null) await lockCustomer(tx, found.customerId)
  const stored = await findAdopted(tx, own)
  if (!stored) return (await findWork(tx, own))?.contentHash === contentHash
  await replaceHash(tx, stored, contentHash)
  const { runnerId, work } = own
  if (work.kind === 'single-order' && stored.orderId !== null)
    await flagSentLater(tx, runnerId, stored.orderId, work)
  await noteOtherStatus(tx, own, now)
  return true
}

async function findAdopted(tx: Tx, own: OwnWork): Promise<WorkRow | undefined> {
  const stored = await findWork(tx, own)
  const isThis = stored?.contentHash === hashAdopted(own) && stored.kind === own.work.kind
  return isThis ? stored : undefined
}

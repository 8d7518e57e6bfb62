/**
 * The single order of a visit and a product, stored from the runner's tap until the runner sees its id. If the page dies
 * in between, the entry may leave the outbox before the page opens again. Without this row the runner would order twice.
 */
import * as v from 'valibot'
import { wait } from '../../lib/wait.ts'
import type { VisitRow } from '../../storage/collections/visits.ts'
import { storage, type StorageWrite } from '../../storage/phone-storage.ts'
import type { Rows } from '../../storage/transaction.ts'
import { outboxEntrySchema, type OutboxEntry } from '../entry.ts'

export interface SingleOrderKey {
  readonly owner: string
  readonly visitId: string
  readonly productId: string
}

/** The row is in the collection of the visits, so that it is deleted with them when the runner signs out. */
const toKey = ({ owner, visitId, productId }: SingleOrderKey) =>
  `${owner}|order_${visitId}_${productId}`

/** An entry of other work gets a key that no row has. */
const toOrderKey = ({ owner, visitId = '', work }: OutboxEntry): SingleOrderKey => ({
  owner,
  visitId,
  productId: work.kind === 'single-order' ? String(work.order.product_id) : '',
})

/**
 * Its version is higher than that of the row before, also when the phone's clock was set back in between: an older copy
 * must not replace it.
 */
const toRow = (entry: OutboxEntry, before: VisitRow | undefined): VisitRow => ({
  version: Math.max(entry.createdAt, (before?.version ?? 0) + 1),
  value: entry,
})

function readEntry(row: VisitRow | undefined): OutboxEntry | undefined {
  const parsed = v.safeParse(outboxEntrySchema, row?.value)
  return parsed.success ? parsed.output : undefined
}

/** For the transaction that stores the entry. */
export function singleOrderWrite(entry: OutboxEntry): StorageWrite {
  const key = toKey(toOrderKey(entry))
  return { collection: 'visits', key, make: async (rows) => toRow(entry, await rows.get(key)) }
}

/** A second copy that does not answer must not hold up what is sent after this order. */
const RESTORE_LIMIT_MS = 3_000

/** A lost row must be back before it is changed: without the id in it the runner could order again. */
export const whenOrdersRestored = (): Promise<unknown> =>
  Promise.race([storage.whenRestored('visits'), wait(RESTORE_LIMIT_MS)])

/** The entry leaves the outbox. The row stays until the runner sees the id. */
export async function markOrderReceived(
  entry: OutboxEntry,
  visits: Pick<Rows<VisitRow>, 'get' | 'put'>,
): Promise<void> {
  const key = toKey(toOrderKey(entry))
  const row = await visits.get(key)
  if (readEntry(row)?.id === entry.id) await visits.put(key, toRow(entry, row))
}

interface ReadableOrder {
  /** The entry as it is in the outbox, or as it was when the outbox deleted it. */
  readonly entry: OutboxEntry
  readonly isInOutbox: boolean
  readonly isUnreadable: false
}

/** The order is there, and this release cannot read it: a newer one has written it, or it is damaged. */
interface UnreadableOrder {
  readonly entry?: OutboxEntry
  readonly isInOutbox: false
  readonly isUnreadable: true
}

/**
 * Reads both collections in one transaction, because the server may receive the order at any moment.
 * @returns undefined before the runner's tap and after the runner has seen the id
 */
export const readSingleOrder = (
  key: SingleOrderKey,
): Promise<ReadableOrder | UnreadableOrder | undefined> =>
  storage.read(['visits', 'outbox'], async ({ visits, outbox }) => {
    const row = await visits.get(toKey(key))
    if (!row) return undefined
    const entry = readEntry(row)
    if (!entry) return { isInOutbox: false, isUnreadable: true }
    const unsent = await outbox.get(entry.id)
    if (unsent) return { entry: unsent, isInOutbox: true, isUnreadable: false }
    return { entry, isInOutbox: false, isUnreadable: await outbox.has(entry.id) }
  })

/** The runner has seen the order's id. */
export const deleteSingleOrder = (key: SingleOrderKey): Promise<void> =>
  storage.visits.delete(toKey(key))

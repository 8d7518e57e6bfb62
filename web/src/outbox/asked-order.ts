/**
 * The single order of a product that a runner has asked for in a visit, stored from their tap until they see its id. Its
 * entry may have left the outbox when a page that died comes back: without this row the runner would order again.
 */
import * as v from 'valibot'
import type { VisitRow } from '../storage/collections/visits.ts'
import { storage, type StorageWrite } from '../storage/phone-storage.ts'
import { outboxEntrySchema, type OutboxEntry } from './entry.ts'

export interface AskedFor {
  readonly owner: string
  readonly visitId: string
  readonly productId: string
}

/** Beside the visit, and deleted with it when the runner signs out. */
const keyOf = ({ owner, visitId, productId }: AskedFor) => `${owner}|order_${visitId}_${productId}`

/** An entry of other work gets a key that no row has. */
const askedFor = ({ owner, visitId = '', work }: OutboxEntry): AskedFor => ({
  owner,
  visitId,
  productId: work.kind === 'single-order' ? String(work.order.product_id) : '',
})

const rowOf = (entry: OutboxEntry): VisitRow => ({ version: entry.createdAt, value: entry })

function entryOf(row: VisitRow | undefined): OutboxEntry | undefined {
  const parsed = v.safeParse(outboxEntrySchema, row?.value)
  return parsed.success ? parsed.output : undefined
}

/** Belongs into the transaction that stores the entry. */
export const askedOrderWrite = (entry: OutboxEntry): StorageWrite => ({
  collection: 'visits',
  key: keyOf(askedFor(entry)),
  row: rowOf(entry),
})

/** The server has acknowledged every step: the entry leaves the outbox. The row stays until the runner sees the id. */
export const storeReceivedOrder = (entry: OutboxEntry): Promise<void> =>
  storage.write([
    {
      collection: 'visits',
      key: keyOf(askedFor(entry)),
      change: (stored) => (entryOf(stored)?.id === entry.id ? rowOf(entry) : undefined),
    },
    { collection: 'outbox', key: entry.id, row: undefined },
  ])

export interface AskedOrder {
  /** As it is now, or was when it was received or withdrawn. */
  readonly entry: OutboxEntry
  readonly isInOutbox: boolean
}

/**
 * Reads both collections at one moment: in between, the server might receive the order.
 * @returns undefined when nothing was asked or the runner has seen the id
 */
export const readAskedOrder = (asked: AskedFor): Promise<AskedOrder | undefined> =>
  storage.read(['visits', 'outbox'], async ({ visits, outbox }) => {
    const entry = entryOf(await visits.get(keyOf(asked)))
    if (!entry) return undefined
    const unsent = await outbox.get(entry.id)
    return { entry: unsent ?? entry, isInOutbox: unsent !== undefined }
  })

/** The runner has seen the order's id. */
export const deleteAskedOrder = (asked: AskedFor): Promise<void> =>
  storage.visits.delete(keyOf(asked))

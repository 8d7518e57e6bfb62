/**
 * The single order of a product that a runner has asked for in a visit, kept from his tap until he is told its id. Its
 * entry may have left the outbox by the time a page that died comes back: without this he would order the same once more.
 */
import * as v from 'valibot'
import { phoneDatabase } from '../storage/database.ts'
import { writePhone, type PhoneWrite } from '../storage/write-phone.ts'
import { outboxEntrySchema, type OutboxEntry } from './entry.ts'

const rowSchema = v.object({ value: outboxEntrySchema })

export interface AskedFor {
  readonly owner: string
  readonly visitId: string
  readonly productId: string
}

/** Beside the visit, and forgotten with it at a logout. */
const keyOf = ({ owner, visitId, productId }: AskedFor) => `${owner}|order_${visitId}_${productId}`

/** Of an entry that is no single order, one that nothing is kept under. */
const askedFor = ({ owner, visitId = '', work }: OutboxEntry): AskedFor => ({
  owner,
  visitId,
  productId: work.kind === 'single-order' ? String(work.order.product_id) : '',
})

const rowOf = (entry: OutboxEntry) => ({ version: entry.createdAt, value: entry })

/** Belongs into the transaction that stores the entry. */
export const askedOrderWrite = (entry: OutboxEntry): PhoneWrite => ({
  store: 'visits',
  key: keyOf(askedFor(entry)),
  value: rowOf(entry),
})

/** The portal has made it and all else is done: it leaves the outbox, and stays for whoever may still have to be told. */
export function acceptOrder(entry: OutboxEntry): Promise<void> {
  const told: PhoneWrite = {
    store: 'visits',
    key: keyOf(askedFor(entry)),
    change(stored) {
      const parsed = v.safeParse(rowSchema, stored)
      return parsed.success && parsed.output.value.id === entry.id ? rowOf(entry) : undefined
    },
  }
  return writePhone([told, { store: 'outbox', key: entry.id, value: undefined }])
}

export interface AskedOrder {
  /** As it is now, or was when it was accepted or withdrawn. */
  readonly entry: OutboxEntry
  readonly isInOutbox: boolean
}

/**
 * Both stores as they are at one moment: in between, the sender might accept it.
 * @returns undefined when nothing was asked or all was told
 */
export async function readAskedOrder(asked: AskedFor): Promise<AskedOrder | undefined> {
  const transaction = (await phoneDatabase()).transaction(['visits', 'outbox'])
  const parsed = v.safeParse(rowSchema, await transaction.objectStore('visits').get(keyOf(asked)))
  if (!parsed.success) return undefined
  const { value } = parsed.output
  const stored = await transaction.objectStore('outbox').get(value.id)
  const unsent = v.safeParse(outboxEntrySchema, stored)
  return { entry: unsent.success ? unsent.output : value, isInOutbox: unsent.success }
}

/** The runner knows. */
export async function forgetAskedOrder(asked: AskedFor): Promise<void> {
  await writePhone([{ store: 'visits', key: keyOf(asked), value: undefined }])
}

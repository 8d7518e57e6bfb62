import type { CashPayment, Settlement } from '@veni/domain/deal/record'
import {
  isPhotoStep,
  listNeededSteps,
  NEW_ENTRY_VERSION,
  type StepName,
  type Work,
  type WorkOf,
} from '@veni/domain/work'
import { isDealEntry, type OutboxEntry } from '../storage/collections/outbox.ts'

export { isDealEntry, outboxEntrySchema, type OutboxEntry } from '../storage/collections/outbox.ts'

export type DealHead = Pick<
  CashPayment | Settlement,
  'invoice_id' | 'customer_id' | 'customer_name' | 'balance_type' | 'balance_amount' | 'status'
>
interface PaymentHead extends Pick<WorkOf<'cash-payment'>, 'kind' | 'photos'> {
  readonly payment: DealHead
}
interface SettlementHead extends Pick<WorkOf<'settlement'>, 'kind' | 'photos'> {
  readonly settlement: DealHead
}

/** What the screens and the order of sending need of work. An {@link OutboxEntry} is also its head. */
export type WorkHead =
  | Exclude<Work, { kind: 'cash-payment' | 'settlement' }>
  | PaymentHead
  | SettlementHead

/** An entry without the long records of a deal: ten thousand waiting entries must fit into the memory of a phone. */
export type EntryHead = Omit<OutboxEntry, 'work'> & { readonly work: WorkHead }

export function toHead(entry: OutboxEntry): EntryHead {
  return { ...entry, work: toWorkHead(entry.work) }
}

function toWorkHead(work: Work): WorkHead {
  if (work.kind === 'cash-payment')
    return { kind: work.kind, photos: work.photos, payment: toDealHead(work.payment) }
  if (work.kind === 'settlement')
    return { kind: work.kind, photos: work.photos, settlement: toDealHead(work.settlement) }
  return work
}

const toDealHead = (record: DealHead): DealHead => ({
  invoice_id: record.invoice_id,
  customer_id: record.customer_id,
  customer_name: record.customer_name,
  balance_type: record.balance_type,
  balance_amount: record.balance_amount,
  status: record.status,
})

/** The visits whose deals an entry sends. Its id is that of the visit, unless one of them is damaged. */
export function findSentVisits(list: readonly EntryHead[]): ReadonlySet<string> {
  return new Set(list.filter(isDealEntry).flatMap(({ id, visitId = id }) => [id, visitId]))
}

/** A single order for which this phone has no order id of the server yet. */
export const isBeforeOrder = ({ work, orderId }: EntryHead): boolean =>
  work.kind === 'single-order' && orderId === undefined

/** The first step that the server has not acknowledged; undefined when it has acknowledged all. */
export const findNextStep = ({ work, done }: EntryHead): StepName | undefined =>
  listNeededSteps(work).find((step) => !done.includes(step))

/** Whether the server has acknowledged all records of the entry, so that at most photos are left. */
export const hasRecords = (entry: EntryHead): boolean => {
  const step = findNextStep(entry)
  return step === undefined || isPhotoStep(step)
}

export interface NewEntry {
  readonly id: string
  readonly owner: string
  readonly customerId: string
  readonly visitId?: string
  readonly orderId?: string
  readonly createdAt: number
  readonly work: Work
}

export function newEntry(entry: NewEntry): OutboxEntry {
  return {
    version: NEW_ENTRY_VERSION,
    state: 'waiting',
    attempts: 0,
    nextAttemptAt: entry.createdAt,
    done: [],
    ...entry,
  }
}

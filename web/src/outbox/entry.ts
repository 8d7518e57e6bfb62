import {
  isPhotoStep,
  listSteps,
  NEW_ENTRY_VERSION,
  type StepName,
  type Work,
} from '@veni/domain/work'
import type { OutboxEntry } from '../storage/collections/outbox.ts'

export { isDealEntry, outboxEntrySchema, type OutboxEntry } from '../storage/collections/outbox.ts'

/** A single order for which this phone has no order id of the server yet. */
export const isBeforeOrder = ({ work, orderId }: OutboxEntry): boolean =>
  work.kind === 'single-order' && orderId === undefined

/** The first step that the server has not acknowledged; undefined when it has acknowledged all. */
export const findNextStep = ({ work, done }: OutboxEntry): StepName | undefined =>
  listSteps(work.kind).find((step) => !done.includes(step))

/** Whether the server has acknowledged all records of the entry, so that at most photos are left. */
export const hasRecords = (entry: OutboxEntry): boolean => {
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

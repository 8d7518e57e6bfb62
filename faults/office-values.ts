/** What office and runners both change of a customer, and whose change is newer. */
import type { OutboxEntry } from '../web/src/outbox/entry.ts'
import { longText } from './visits.ts'

export interface OfficeValues {
  readonly status: string
  readonly comments: string
  /** Whether an import has changed a value, and no runner has changed the customer since. */
  readonly isOfOffice: boolean
  /** The status of the last file. The same status again changes nothing. */
  readonly imported: string | undefined
  /** How often an import has opened the customer for another deal. */
  readonly openings: number
}

/** As the simulation stores each customer. */
export const newOfficeValues = (): OfficeValues => ({
  status: 'assigned',
  comments: '',
  isOfOffice: false,
  imported: undefined,
  openings: 0,
})

export function afterImport(values: OfficeValues, status: string): OfficeValues {
  if (values.imported === status) return values
  const isChanged = values.status !== status
  const isOpened = isChanged && !['delivered', 'rejected'].includes(status)
  return {
    ...values,
    status,
    isOfOffice: values.isOfOffice || isChanged,
    imported: status,
    openings: values.openings + (isOpened ? 1 : 0),
  }
}

/** A settlement delivers its customer only when it is handed over. */
export function afterWork(values: OfficeValues, entry: OutboxEntry): OfficeValues {
  const { work } = entry
  if (work.kind === 'settlement') return values
  const changed = { ...values, isOfOffice: false }
  if (work.kind !== 'customer-update') return { ...changed, status: 'delivered' }
  const { status } = work.body
  return { ...changed, status, ...(status === 'hold' && { comments: notesAfter(entry) ?? '' }) }
}

export const notesAfter = ({ id, work }: OutboxEntry): string | undefined =>
  work.kind === 'customer-update' && work.body.notes !== undefined
    ? longText(`Note ${id}`)
    : undefined

/** Whether a runner would replace what the office has changed, and has seen something else. */
export function isConflict(entry: OutboxEntry, office: OfficeValues): boolean {
  if (entry.work.kind !== 'customer-update' || !entry.work.seen || !office.isOfOffice) return false
  const { seen, body } = entry.work
  const isReplaced = (seenValue: string, wanted: string, value: string) =>
    wanted !== value && seenValue !== value
  return (
    isReplaced(seen.status, body.status, office.status) ||
    (body.status === 'hold' && isReplaced(seen.comments, notesAfter(entry) ?? '', office.comments))
  )
}

/** What the work of all phones did to the customers, and in which order. */
import type { OutboxEntry } from '../web/src/outbox/entry.ts'
import { groupBy } from './group-by.ts'
import type { FinalPhone, FinalState } from './final-state.ts'
import { PHONES, type Who } from './people.ts'
import type { Effect } from './server-log.ts'
import { longText } from './visits.ts'

/** The work of a runner for a customer reaches the server in the order in which it was done on a phone. */
export function checkSequence(
  { expected, waiting }: FinalPhone,
  { effects }: Pick<FinalState, 'effects'>,
): string[] {
  const held = new Set(waiting.map(({ id }) => id))
  const done = [...expected.stored.values()].filter(
    ({ id, work }) => !held.has(id) && work.kind !== 'single-order',
  )
  const byCustomer = groupBy(done, ({ customerId, owner }) => `${owner} ${customerId}`)
  return [...byCustomer.values()].flatMap((own) => {
    const steps = own.flatMap(({ id }) =>
      effects.flatMap((effect, at) => (isOfRecords(effect) && entryOf(effect) === id ? [at] : [])),
    )
    const isInOrder = steps.every((at, index, all) => index === 0 || at > (all[index - 1] ?? 0))
    const kinds = own.map(({ work }) => work.kind).join(', ')
    return isInOrder ? [] : [`out of order: the work for a customer (${kinds})`]
  })
}

/**
 * Of all phones and runners, the work that the server recorded last counts. A runner changes nothing of a customer whom
 * another runner has at that moment.
 */
export function checkCustomers({ phones, effects, customers }: FinalState): string[] {
  const stored = new Map(phones.flatMap(({ expected }) => [...expected.stored]))
  return customers.flatMap((row) => {
    const { status, notes, violations } = replay(String(row.id), effects, stored)
    return [
      ...violations,
      ...(status === undefined || row.status === status
        ? []
        : [`a customer is ${row.status}, not ${status}`]),
      ...(notes === undefined || row.notes === notes
        ? []
        : [`the notes for a customer are ${row.notes}, not ${notes}`]),
    ]
  })
}

/** What a customer must have after these effects; undefined for what none of them changed. */
function replay(id: string, effects: readonly Effect[], stored: ReadonlyMap<string, OutboxEntry>) {
  let owner: Who | undefined
  let status: string | undefined
  let notes: string | undefined
  const violations: string[] = []
  for (const effect of effects) {
    if ('movedId' in effect && effect.movedId === id) owner = effect.to
    const entry = isOfRecords(effect) ? stored.get(entryOf(effect) ?? '') : undefined
    if (entry?.customerId !== id) continue
    const isAnothers = owner !== undefined && PHONES[owner] !== entry.owner
    if (isAnothers && entry.work.kind === 'customer-update')
      violations.push(`a runner changed the customer of another one: ${entry.id}`)
    if (isAnothers) continue
    status = statusAfter(entry.work) ?? status
    notes = notesAfter(entry) ?? notes
  }
  return { status, notes, violations }
}

/** The addresses of photos may come in any order. */
const isOfRecords = (effect: Effect) => keyOf(effect)?.endsWith(':photo-links') === false

const keyOf = (effect: Effect) => ('key' in effect ? effect.key : undefined)
const entryOf = (effect: Effect) => keyOf(effect)?.split(':')[0]

/** A settlement delivers its customer only when it is handed over. */
function statusAfter(work: OutboxEntry['work']): string | undefined {
  if (work.kind === 'customer-update') return work.body.status
  return work.kind === 'settlement' ? undefined : 'delivered'
}

const notesAfter = ({ id, work }: OutboxEntry): string | undefined =>
  work.kind === 'customer-update' && work.body.notes !== undefined
    ? longText(`Note ${id}`)
    : undefined

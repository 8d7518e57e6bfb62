/** What the work of all phones did to the customers, and in which order. */
import type { OutboxEntry } from '../web/src/outbox/entry.ts'
import type { ExpectedState } from './expected-state.ts'
import { groupBy } from './group-by.ts'
import {
  afterImport,
  afterWork,
  isConflict,
  newOfficeValues,
  notesAfter,
  type OfficeValues,
} from './office-values.ts'
import type { FinalPhone, FinalState } from './final-state.ts'
import { PHONES, type Who } from './people.ts'
import type { Effect } from './server-log.ts'

/**
 * The work of a runner for a customer reaches the server in the order in which it was done on a phone. Later work does
 * not wait for refused work, which may stay refused for days. So work is later than all before it, also when a copy of a
 * refused call is recorded after the office has given the customer back; but what follows may be there before this copy.
 *
 * An import after a restored backup is not compared: the file lacks earlier work that the phone still believes to be at
 * the office, and sends later.
 */
export function checkSequence(
  { expected, waiting }: FinalPhone,
  { effects }: Pick<FinalState, 'effects'>,
): string[] {
  // What the runner sends again after a conflict comes after the later work, and so does what the app could not read.
  const { sentAgain, overtaken, evicted, unreadable } = expected
  const waitingIds = waiting.map(({ id }) => id)
  const held = new Set([...waitingIds, ...sentAgain, ...overtaken, ...evicted, ...unreadable])
  const lateSettlements = listLateSettlements(expected)
  const isHeld = ({ id, work }: OutboxEntry) =>
    held.has(id) || (work.kind === 'settlement-delivered' && lateSettlements.has(work.invoiceId))
  const done = [...expected.stored.values()].filter(
    (entry) => !isHeld(entry) && entry.work.kind !== 'single-order',
  )
  const byCustomer = groupBy(done, ({ customerId, owner }) => `${owner} ${customerId}`)
  return [...byCustomer.values()].flatMap((own) => {
    const steps = own.flatMap(({ id }) =>
      effects.flatMap((effect, at) =>
        isOfRecords(effect) && entryOf(effect) === id && !isImportedAfterLoss(effect)
          ? [{ at, isStray: isStray(effect) }]
          : [],
      ),
    )
    const isInOrder = steps.every(({ at }, index) => {
      const before = steps.slice(0, index).findLast((step) => !step.isStray)
      return before === undefined || at > before.at
    })
    const kinds = own.map(({ work }) => work.kind).join(', ')
    return isInOrder ? [] : [`out of order: the work for a customer (${kinds})`]
  })
}

/** The invoice ids of the settlements that were sent after later work: their delivery waits for them. */
function listLateSettlements({ stored, overtaken, unreadableSettlements }: ExpectedState) {
  const works = [...stored.values()].flatMap(({ id, work }) => (overtaken.has(id) ? [work] : []))
  const late = works.flatMap((work) =>
    work.kind === 'settlement' ? [work.settlement.invoice_id] : [],
  )
  return new Set([...unreadableSettlements, ...late])
}

/**
 * Of all phones and runners, the work that the server recorded last counts. A runner changes nothing of a customer whom
 * another runner has at that moment.
 */
export function checkCustomers({ phones, effects, customers }: FinalState): string[] {
  const stored = listStored(phones)
  const sentAgain = new Set(phones.flatMap(({ expected }) => [...expected.sentAgain]))
  return customers.flatMap((row) => {
    const { status, notes, violations } = replay(String(row.id), effects, stored, sentAgain)
    return [
      ...violations,
      ...(row.status === status ? [] : [`a customer is ${row.status}, not ${status}`]),
      ...(notes === undefined || row.notes === notes
        ? []
        : [`the notes for a customer are ${row.notes}, not ${notes}`]),
    ]
  })
}

export const listStored = (phones: readonly FinalPhone[]): ReadonlyMap<string, OutboxEntry> =>
  new Map(phones.flatMap(({ expected }) => [...expected.stored]))

/**
 * What a customer must have after these effects; the owner and the notes are undefined when none of them changed it.
 * @param sentAgain ids of the entries that may replace a newer change of the office
 */
export function replay(
  id: string,
  effects: readonly Effect[],
  stored: ReadonlyMap<string, OutboxEntry>,
  sentAgain: ReadonlySet<string> = new Set(),
) {
  let owner: Who | undefined
  let notes: string | undefined
  let office = newOfficeValues()
  const violations: string[] = []
  for (const effect of effects) {
    if ('movedId' in effect && effect.movedId === id) owner = effect.to
    if ('importedId' in effect && effect.importedId === id)
      office = afterImport(office, effect.status)
    const entry = isOfRecords(effect) ? stored.get(entryOf(effect) ?? '') : undefined
    if (entry?.customerId !== id) continue
    const isOwn = owner === undefined || PHONES[owner] === entry.owner
    if (!isOwn) {
      violations.push(...judgeOfOther(entry, effect))
      continue
    }
    if (!sentAgain.has(entry.id)) violations.push(...judge(entry, office))
    office = afterWork(office, entry)
    notes = notesAfter(entry) ?? notes
  }
  return { owner, office, status: office.status, notes, violations }
}

/** The office may import work for a customer whom another runner has by now. It changes nothing of the customer. */
const isImported = (effect: Effect) => 'key' in effect && effect.isImported === true

const isImportedAfterLoss = (effect: Effect) =>
  isImported(effect) && 'isAfterLoss' in effect && effect.isAfterLoss === true

const judgeOfOther = ({ id, work }: OutboxEntry, effect: Effect): string[] =>
  work.kind === 'customer-update' && !isImported(effect)
    ? [`a runner changed the customer of another one: ${id}`]
    : []

/** @param office as it was before */
const judge = (entry: OutboxEntry, office: OfficeValues): string[] =>
  isConflict(entry, office) ? [`a newer change of the office was replaced: ${entry.id}`] : []

/** How often the office had opened the customer of a deal when the server recorded it. */
export function countOpenings(
  customerId: string,
  visitId: string | undefined,
  { phones, effects }: Pick<FinalState, 'phones' | 'effects'>,
): number {
  const at = effects.findIndex((effect) => isOfRecords(effect) && entryOf(effect) === visitId)
  return replay(customerId, effects.slice(0, at + 1), listStored(phones)).office.openings
}

/** The addresses of photos may come in any order. */
const isOfRecords = (effect: Effect) => keyOf(effect)?.endsWith(':photo-links') === false

const isStray = (effect: Effect) => 'key' in effect && effect.isStray === true

const keyOf = (effect: Effect) => ('key' in effect ? effect.key : undefined)
const entryOf = (effect: Effect) => keyOf(effect)?.split(':')[0]

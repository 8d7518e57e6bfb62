/**
 * Compares the phones and the server with what really happened. Each sentence returned is a violation: something is
 * lost, doubled, stuck, out of order, or has different amounts on the two sides.
 */
import type { OutboxEntry } from '../web/src/outbox/entry.ts'
import { checkCustomers, checkSequence } from './check-customers.ts'
import { checkClock } from './check-clock.ts'
import { checkCopies } from './check-copies.ts'
import { checkDeals, isImported, isPhotoLostRightly } from './check-deals.ts'
import { checkConflicts } from './check-conflicts.ts'
import { checkLosses } from './check-losses.ts'
import { checkLaterPhotos, lostPhotos } from './check-photos.ts'
import { checkFlags } from './check-flags.ts'
import { checkPrices } from './check-prices.ts'
import type { ExpectedState, VisitMade } from './expected-state.ts'
import { groupBy } from './group-by.ts'
import type { FinalPhone, FinalState } from './final-state.ts'

type Check = (phone: FinalPhone, state: FinalState) => readonly string[]

/** Of each phone. They return their violations, in sentences. */
const invariantsOfPhones: Readonly<Record<string, Check>> = {
  'no attempt without a reply': ({ expected }) => [...expected.violations],
  'every deal is on both sides, with the same amounts': checkDeals,
  'every single order is delivered': checkSingleOrders,
  'every entry is received, refused or held': checkEntries,
  "each customer's work arrives in order": checkSequence,
  'the runner is told what the phone has lost': checkLosses,
  'the second copy has what the phone has': checkCopies,
  'the office sees which photos were taken later': checkLaterPhotos,
  'the office sees by how much the clock was wrong': checkClock,
}

/** Of the office, whoever sent what it has. */
const invariantsOfOffice: Readonly<Record<string, (state: FinalState) => readonly string[]>> = {
  'every deal is of a visit': checkVisits,
  'every deal is of the runner who made it': checkRunners,
  'every order is made once': checkOrders,
  'every write has one effect': checkEffects,
  'a conflict is about a newer change of the office': checkConflicts,
  'each customer is as the last work for them left them': checkCustomers,
  'the office sees each customer who was settled again': checkFlags,
  'the office takes in what a phone has exported': ({ importViolations }) => importViolations,
  'the office sees the prices that it does not have': checkPrices,
}

export const findViolations = (state: FinalState): string[] => [
  ...Object.values(invariantsOfPhones).flatMap((check) =>
    state.phones.flatMap((phone) => check(phone, state)),
  ),
  ...Object.values(invariantsOfOffice).flatMap((check) => check(state)),
]

function checkVisits({ phones, cash, settlements: settled }: FinalState): string[] {
  const unknown = [...cash, ...settled].filter(
    ({ visitId }) => !phones.some(({ expected }) => expected.visits.has(visitId)),
  )
  return unknown.map(({ visitId }) => `the server has a deal of no visit ${visitId}`)
}

function checkRunners({ phones, cash, settlements: settled, runners }: FinalState): string[] {
  const visits = new Map(phones.flatMap(({ expected }) => [...expected.visits]))
  const idOf = ({ by }: VisitMade) => runners.find(({ phone }) => phone === by)?.id
  return [...cash, ...settled].flatMap(({ visitId, runnerId }) => {
    const visit = visits.get(visitId ?? '')
    return !visit || idOf(visit) === runnerId
      ? []
      : [`the deal of another runner: visit ${visitId}`]
  })
}

function checkOrders({ cash, orders: made }: FinalState): string[] {
  const dealOrders = made.filter(({ invoiceId }) => invoiceId !== null)
  const singleOrders = made.filter(({ invoiceId }) => invoiceId === null)
  const byVisit = groupBy(singleOrders, ({ visitId }) => visitId)
  return [
    ...cash.flatMap(({ invoiceId, orderId, cashAmountPaise, flags }) => {
      const own = dealOrders.filter((order) => order.invoiceId === invoiceId)
      const [order] = own
      if (!order || own.length > 1) return [`${own.length} orders for ${invoiceId}`]
      const isSame =
        order.id === orderId &&
        order.status === 'delivered' &&
        order.actualAmountPaise === cashAmountPaise &&
        flags?.every(({ kind }) => kind !== 'order-differs')
      return isSame ? [] : [`the order and the cash of ${invoiceId} differ`]
    }),
    ...(dealOrders.length === cash.length ? [] : ['an order without its cash payment']),
    ...[...byVisit].flatMap(([visitId, duplicates]) =>
      duplicates.length > 1 ? [`doubled single order ${visitId}`] : [],
    ),
  ]
}

function checkSingleOrders({ expected }: FinalPhone, { orders: made }: FinalState): string[] {
  return expected.shownOrders.flatMap((id) => {
    const order = made.find(({ visitId, invoiceId }) => visitId === id && invoiceId === null)
    return order?.status === 'delivered'
      ? []
      : [`lost single order: ${order ? 'not delivered' : 'not there'}`]
  })
}

const isRefusedRightly = ({ visits }: ExpectedState, { visitId }: OutboxEntry) =>
  visits.get(visitId ?? '')?.isRefused === true

function checkEntries(
  phone: FinalPhone,
  { photos: atOffice, refusedRightly, effects }: FinalState,
): string[] {
  const recorded = new Set(effects.flatMap((effect) => ('key' in effect ? [effect.key] : [])))
  const { expected, waiting } = phone
  const remaining = new Map(waiting.map((entry) => [entry.id, entry]))
  const shownButLost = [...expected.shownAsStored].filter(
    (id) => !expected.stored.has(id) && !expected.evicted.has(id),
  )
  const ofPhone = [...expected.stored.values()].filter(({ id }) => !expected.evicted.has(id))
  return [
    ...shownButLost.map((id) => `shown as stored, but never stored: ${id}`),
    ...ofPhone.flatMap((entry) => {
      const name = `${entry.work.kind} ${entry.id}`
      const now = remaining.get(entry.id)
      if (isRefusedRightly(expected, entry))
        return isImported(entry.id, { effects })
          ? [
              ...misplaced(entry, now, ['refused', 'gone']),
              // The file of a phone that has lost a photo does not have it.
              ...lostPhotos(entry, expected, atOffice, expected.lostPhotos),
            ]
          : misplaced(entry, now, ['refused'])
      if (now?.state === 'held' && now.orderId === undefined) return []
      if (isPhotoLostRightly(now, phone)) return []
      if (now?.state === 'refused' && refusedRightly.has(entry.id)) return []
      if (now) return [`stuck (${now.state}, done: ${now.done.join()}): ${name}`]
      if (isStatusLost(entry, expected, recorded)) return [`lost status ${entry.id}`]
      return lostPhotos(entry, expected, atOffice)
    }),
  ]
}

/** @param permitted states on the phone of a deal that the server has to refuse */
function misplaced(
  { id, work }: OutboxEntry,
  now: OutboxEntry | undefined,
  permitted: readonly string[],
): string[] {
  const state = now?.state ?? 'gone'
  return permitted.includes(state) ? [] : [`a refused deal is ${state}: ${work.kind} ${id}`]
}

const isStatusLost = (
  { id, work }: OutboxEntry,
  { leftToOffice }: ExpectedState,
  recorded: ReadonlySet<string | undefined>,
) => work.kind === 'customer-update' && !leftToOffice.has(id) && !recorded.has(`${id}:work`)

function checkEffects({ effects }: FinalState): string[] {
  // By entry and step: the rest of the key does not matter.
  const writes = effects.filter((effect) => 'key' in effect)
  const byKey = groupBy(writes, ({ key }) => key?.split(':').slice(0, 2).join(':'))
  return [...byKey].flatMap(([key, duplicates]) => {
    if (key === undefined) return duplicates.map(({ label }) => `a write without a key: ${label}`)
    const isPhoto = key.startsWith('photo:')
    return duplicates.length > 1 && !isPhoto ? [`${duplicates.length} effects of ${key}`] : []
  })
}

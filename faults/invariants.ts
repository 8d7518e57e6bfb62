/**
 * Compares the phone and the server with what really happened. Each sentence returned is a violation: something is
 * lost, doubled, stuck, out of order, or has different amounts on the two sides.
 */
import type { Deal } from '@veni/domain/deal'
import { cashPayments, customers, photos, orders, settlements } from '../server/src/db/schema.ts'
import { listDeals } from '../web/src/outbox/stores/deal-store.ts'
import type { OutboxEntry } from '../web/src/outbox/entry.ts'
import { listEntries } from '../web/src/outbox/stores/entry-store.ts'
import { findStatusAfter } from '../web/src/outbox/entries.ts'
import type { ExpectedState, VisitMade } from './expected-state.ts'
import { groupBy } from './group-by.ts'
import { PHONES } from './people.ts'
import type { Effect, Server } from './server.ts'
import { compareTyped } from './typed.ts'
import { longText } from './visits.ts'

export interface FinalState {
  /** The phone was full and deleted what it had sent, and the office has restored a backup. */
  readonly mayLosePhotos: boolean
  readonly expected: ExpectedState
  readonly deals: readonly Deal[]
  readonly waiting: readonly OutboxEntry[]
  readonly effects: readonly Effect[]
  readonly photos: ReadonlySet<string>
  readonly cash: readonly (typeof cashPayments.$inferSelect)[]
  readonly settlements: readonly (typeof settlements.$inferSelect)[]
  readonly orders: readonly (typeof orders.$inferSelect)[]
  readonly customers: readonly (typeof customers.$inferSelect)[]
}

/** Reads outside every tab, so that no fault of the phone occurs here. */
export async function readFinalState(
  expected: ExpectedState,
  server: Server,
  { mayLosePhotos }: Pick<FinalState, 'mayLosePhotos'>,
): Promise<FinalState> {
  const { db } = server
  const phones = Object.values(PHONES)
  const stored = await db.select().from(photos)
  return {
    mayLosePhotos,
    expected,
    deals: (await Promise.all(phones.map(listDeals))).flat(),
    waiting: (await Promise.all(phones.map(listEntries))).flat(),
    effects: server.effects,
    photos: new Set(stored.map(({ hash }) => hash).filter((hash) => server.photos.has(hash))),
    cash: await db.select().from(cashPayments),
    settlements: await db.select().from(settlements),
    orders: await db.select().from(orders),
    customers: await db.select().from(customers),
  }
}

/** Each returns its violations, in sentences. */
const invariants: Readonly<Record<string, (state: FinalState) => readonly string[]>> = {
  'no attempt without a reply': ({ expected }) => [...expected.violations],
  'every deal is on both sides, with the same amounts': checkDeals,
  'every order is made once': checkOrders,
  'every entry is received, refused or held': checkEntries,
  "each customer's work arrives in order": checkSequence,
  'every write has one effect': checkEffects,
}

export const findViolations = (state: FinalState): string[] =>
  Object.values(invariants).flatMap((check) => check(state))

function checkDeals(state: FinalState): string[] {
  const { visits } = state.expected
  const unknown = [...state.cash, ...state.settlements].filter(
    ({ visitId }) => !visits.has(visitId),
  )
  return [
    ...unknown.map(({ visitId }) => `the server has a deal of no visit ${visitId}`),
    ...[...visits.values()].flatMap((visit) => checkDeal(visit, state)),
  ]
}

function checkDeal(visit: VisitMade, state: FinalState): string[] {
  const violations: string[] = []
  const check = (holds: boolean, what: string) =>
    holds || violations.push(`${what}: visit ${visit.id}`)
  const onPhone = state.deals.find(({ visitId }) => visitId === visit.id)
  const onServer = [...state.cash, ...state.settlements].filter(
    ({ visitId }) => visitId === visit.id,
  )
  const [row] = onServer
  check(onServer.length <= 1, 'doubled deal')
  check(new Set(visit.shown.map(({ invoiceId }) => invoiceId)).size <= 1, 'two invoices were shown')
  check(
    visit.shown.every(({ invoiceId }) => invoiceId === onPhone?.invoiceId),
    'shown, but no longer on the phone',
  )
  if (visit.isRefused) {
    check(!row, 'the server took what it had to refuse')
    return violations
  }
  check(!onPhone || row !== undefined, 'lost deal')
  check(!row || onPhone !== undefined, 'the server has a deal that the phone does not have')
  if (!row || !onPhone) return violations
  check(row.invoiceId === onPhone.invoiceId, 'another invoice on the server')
  check(isAcknowledged(onPhone, state), 'the phone has no acknowledgement of the deal')
  check(!visit.isDeliveryShown || ('status' in row && row.status === 'delivered'), 'lost delivery')
  const { value } = visit
  const balance = value.hairPaise - value.itemsPaise
  check(row.hairValuePaise === value.hairPaise, 'another hair value')
  check(row.itemsTotalPaise === value.itemsPaise, 'another total of items')
  check(row.balancePaise === Math.abs(balance), 'another balance')
  check((row.balanceType === 'collect') === balance < 0, 'the balance has the other direction')
  check(onPhone.record.hair_value * 100 === value.hairPaise, 'another hair value on the phone')
  if (onPhone.kind === 'cash-payment' && 'cashAmountPaise' in row)
    check(
      row.cashAmountPaise === Math.round(onPhone.record.cash_amount * 100),
      'another amount of cash',
    )
  for (const what of compareTyped(visit, row, state.expected)) check(false, what)
  return violations
}

const isAcknowledged = ({ visitId, receivedAt }: Deal, state: FinalState) =>
  receivedAt !== undefined ||
  isPhotoLostRightly(
    state.waiting.find((entry) => entry.visitId === visitId),
    state,
  )

function checkOrders({ cash, orders: made, expected }: FinalState): string[] {
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
    ...expected.shownOrders.flatMap((id) => {
      const order = singleOrders.find(({ visitId }) => visitId === id)
      return order?.status === 'delivered'
        ? []
        : [`lost single order: ${order ? 'not delivered' : 'not there'}`]
    }),
  ]
}

const isRefusedRightly = ({ visits }: ExpectedState, { visitId }: OutboxEntry) =>
  visits.get(visitId ?? '')?.isRefused === true

/** A person has to replace the photo. */
const isPhotoLostRightly = (entry: OutboxEntry | undefined, { mayLosePhotos }: FinalState) =>
  mayLosePhotos && entry?.state === 'refused' && entry.refusal?.code === 'photo-lost'

function checkEntries(state: FinalState): string[] {
  const { expected, waiting, photos } = state
  const remaining = new Map(waiting.map((entry) => [entry.id, entry]))
  const shownButLost = [...expected.shownAsStored].filter((id) => !expected.stored.has(id))
  return [
    ...shownButLost.map((id) => `shown as stored, but never stored: ${id}`),
    ...[...expected.stored.values()].flatMap((entry) => {
      const name = `${entry.work.kind} ${entry.id}`
      const now = remaining.get(entry.id)
      if (isRefusedRightly(expected, entry))
        return now?.state === 'refused'
          ? []
          : [`a refused deal is ${now?.state ?? 'gone'}: ${name}`]
      if (now?.state === 'held' && now.orderId === undefined) return []
      if (isPhotoLostRightly(now, state)) return []
      if (now) return [`stuck (${now.state}, done: ${now.done.join()}): ${name}`]
      return lostPhotos(entry, expected, photos)
    }),
  ]
}

function lostPhotos(
  entry: OutboxEntry,
  { visits }: ExpectedState,
  photos: ReadonlySet<string>,
): string[] {
  if (!('photos' in entry.work)) return []
  const taken = visits.get(entry.visitId ?? '')?.photos
  return entry.work.photos.flatMap(({ id }) =>
    photos.has(taken?.get(id) ?? '') ? [] : [`lost photo ${id}`],
  )
}

/** Work for a customer reaches the server in the order in which it was done, and the last status stays. */
function checkSequence({ expected, effects, waiting, customers: rows }: FinalState): string[] {
  const held = new Set(waiting.map(({ id }) => id))
  const done = [...expected.stored.values()].filter(
    ({ id, work }) => !held.has(id) && work.kind !== 'single-order',
  )
  return [...groupBy(done, ({ customerId }) => customerId)].flatMap(([customerId, own]) => {
    const steps = own.map(({ id }) =>
      effects.flatMap(({ key }, at) =>
        key?.startsWith(`${id}:`) && !key.endsWith(':photo-links') ? [at] : [],
      ),
    )
    const isInOrder = steps
      .flat()
      .every((at, index, all) => index === 0 || at > (all[index - 1] ?? 0))
    const noted = own.findLast(
      ({ work, owner }) => work.kind === 'customer-update' && owner === PHONES.own,
    )
    const lastNotes = noted && longText(`Note ${noted.id}`)
    const notes = rows.find(({ id }) => String(id) === customerId)?.notes
    const lastStatus = own.flatMap(({ work }) => findStatusAfter(work) ?? []).at(-1)
    const status = rows.find(({ id }) => String(id) === customerId)?.status
    return [
      ...(isInOrder
        ? []
        : [
            `out of order: the work for a customer (${own.map(({ work }) => work.kind).join(', ')})`,
          ]),
      ...(lastStatus === undefined || status === lastStatus
        ? []
        : [`a customer is ${status}, not ${lastStatus}`]),
      ...(lastNotes === undefined || notes === lastNotes
        ? []
        : [`the notes for a customer are ${notes}, not ${lastNotes}`]),
    ]
  })
}

function checkEffects({ effects }: FinalState): string[] {
  // By entry and step: the rest of the key does not matter.
  const byKey = groupBy(effects, ({ key }) => key?.split(':').slice(0, 2).join(':'))
  return [...byKey].flatMap(([key, duplicates]) => {
    if (key === undefined) return duplicates.map(({ label }) => `a write without a key: ${label}`)
    const isPhoto = key.startsWith('photo:')
    return duplicates.length > 1 && !isPhoto ? [`${duplicates.length} effects of ${key}`] : []
  })
}

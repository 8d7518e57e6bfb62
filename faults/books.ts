/**
 * Holds the phone's books and the office's against what really happened. Each sentence returned is a broken promise:
 * lost, doubled, stuck, out of order, or an amount that is not the same on both sides.
 */
import { cashPayments, customers, photos, orders, settlements } from '../server/src/db/schema.ts'
import { listDeals, type Deal } from '../web/src/outbox/deal-store.ts'
import type { OutboxEntry } from '../web/src/outbox/entry.ts'
import { listEntries } from '../web/src/outbox/idb-store.ts'
import { statusAfter } from '../web/src/outbox/entries.ts'
import type { Ledger, VisitMade } from './ledger.ts'
import { PHONES, type Effect, type Office } from './office.ts'

export interface Books {
  readonly ledger: Ledger
  readonly deals: readonly Deal[]
  readonly waiting: readonly OutboxEntry[]
  readonly effects: readonly Effect[]
  readonly photos: ReadonlySet<string>
  readonly cash: readonly (typeof cashPayments.$inferSelect)[]
  readonly settlements: readonly (typeof settlements.$inferSelect)[]
  readonly orders: readonly (typeof orders.$inferSelect)[]
  readonly customers: readonly (typeof customers.$inferSelect)[]
}

/** Outside every tab: nothing that fails on the phone can fail here. */
export async function readBooks(ledger: Ledger, office: Office): Promise<Books> {
  const { db } = office
  const phones = Object.values(PHONES)
  const stored = await db.select().from(photos)
  return {
    ledger,
    deals: (await Promise.all(phones.map(listDeals))).flat(),
    waiting: (await Promise.all(phones.map(listEntries))).flat(),
    effects: office.effects(),
    photos: new Set(stored.map(({ hash }) => hash).filter((hash) => office.photos.has(hash))),
    cash: await db.select().from(cashPayments),
    settlements: await db.select().from(settlements),
    orders: await db.select().from(orders),
    customers: await db.select().from(customers),
  }
}

export function findBrokenPromises(books: Books): string[] {
  return [
    ...books.ledger.broken,
    ...brokenDeals(books),
    ...brokenOrders(books),
    ...brokenEntries(books),
    ...brokenOrder(books),
    ...doubledEffects(books),
  ]
}

function brokenDeals(books: Books): string[] {
  const { visits } = books.ledger
  const strangers = [...books.cash, ...books.settlements].filter(
    ({ visitId }) => !visits.has(visitId),
  )
  return [
    ...strangers.map(({ visitId }) => `the office has a deal of no visit ${visitId}`),
    ...[...visits.values()].flatMap((visit) => brokenDeal(visit, books)),
  ]
}

function brokenDeal(visit: VisitMade, books: Books): string[] {
  const broken: string[] = []
  const check = (holds: boolean, what: string) => holds || broken.push(`${what}: visit ${visit.id}`)
  const onPhone = books.deals.find(({ visitId }) => visitId === visit.id)
  const atOffice = [...books.cash, ...books.settlements].filter(
    ({ visitId }) => visitId === visit.id,
  )
  const [row] = atOffice
  check(atOffice.length <= 1, 'doubled deal')
  check(new Set(visit.said.map(({ invoiceId }) => invoiceId)).size <= 1, 'two invoices were said')
  check(
    visit.said.every(({ invoiceId }) => invoiceId === onPhone?.invoiceId),
    'said, but gone from the phone',
  )
  if (visit.isRefused) {
    check(!row, 'the office took what it had to refuse')
    return broken
  }
  check(!onPhone || row !== undefined, 'lost deal')
  check(!row || onPhone !== undefined, 'the office has what the phone does not know')
  if (!row || !onPhone) return broken
  check(row.invoiceId === onPhone.invoiceId, 'another invoice at the office')
  check(onPhone.receivedAt !== undefined, 'the phone never heard that the office has it')
  check(!visit.isDeliverySaid || ('status' in row && row.status === 'delivered'), 'lost delivery')
  const { worth } = visit
  const balance = worth.hairPaise - worth.itemsPaise
  check(row.hairValuePaise === worth.hairPaise, 'another hair value')
  check(row.itemsTotalPaise === worth.itemsPaise, 'another total of items')
  check(row.balancePaise === Math.abs(balance), 'another balance')
  check((row.balanceType === 'collect') === balance < 0, 'the balance goes the other way')
  check(onPhone.record.hair_value * 100 === worth.hairPaise, 'another hair value on the phone')
  if (onPhone.kind === 'cash-payment' && 'cashAmountPaise' in row)
    check(row.cashAmountPaise === Math.round(onPhone.record.cash_amount * 100), 'other cash')
  return broken
}

function brokenOrders({ cash, orders: made, ledger }: Books): string[] {
  const dealOrders = made.filter(({ invoiceId }) => invoiceId !== null)
  const singleOrders = made.filter(({ invoiceId }) => invoiceId === null)
  const byVisit = groupBy(singleOrders, ({ visitId }) => visitId)
  return [
    ...cash.flatMap(({ invoiceId, orderId, cashAmountPaise }) => {
      const own = dealOrders.filter((order) => order.invoiceId === invoiceId)
      const [order] = own
      if (!order || own.length > 1) return [`${own.length} orders for ${invoiceId}`]
      const isSame =
        order.id === orderId &&
        order.status === 'delivered' &&
        order.actualAmountPaise === cashAmountPaise
      return isSame ? [] : [`the order and the cash of ${invoiceId} differ`]
    }),
    ...(dealOrders.length === cash.length ? [] : ['an order without its cash payment']),
    ...[...byVisit].flatMap(([visitId, twins]) =>
      twins.length > 1 ? [`doubled single order ${visitId}`] : [],
    ),
    ...ledger.ordersSaid.flatMap((id) => {
      const order = singleOrders.find((row) => String(row.id) === id)
      return order?.status === 'delivered'
        ? []
        : [`lost single order: ${order ? 'not delivered' : 'not there'}`]
    }),
  ]
}

const isRefusedRightly = ({ visits }: Ledger, { visitId }: OutboxEntry) =>
  visits.get(visitId ?? '')?.isRefused === true

function brokenEntries({ ledger, waiting, photos }: Books): string[] {
  const left = new Map(waiting.map((entry) => [entry.id, entry]))
  const promised = [...ledger.promised].filter((id) => !ledger.stored.has(id))
  return [
    ...promised.map((id) => `said to be kept, but never stored: ${id}`),
    ...[...ledger.stored.values()].flatMap((entry) => {
      const name = `${entry.work.kind} ${entry.id}`
      const now = left.get(entry.id)
      if (isRefusedRightly(ledger, entry))
        return now?.state === 'refused'
          ? []
          : [`a refused deal is ${now?.state ?? 'gone'}: ${name}`]
      if (now?.state === 'held' && now.orderId === undefined) return []
      if (now) return [`stuck (${now.state}, done: ${now.done.join()}): ${name}`]
      return lostPhotos(entry, ledger, photos)
    }),
  ]
}

function lostPhotos(entry: OutboxEntry, { visits }: Ledger, photos: ReadonlySet<string>): string[] {
  if (!('photos' in entry.work)) return []
  const taken = visits.get(entry.visitId ?? '')?.photos
  return entry.work.photos.flatMap(({ id }) =>
    photos.has(taken?.get(id) ?? '') ? [] : [`lost photo ${id}`],
  )
}

/** Work for a customer reaches the office in the order in which it was done, and the last word is the one that stays. */
function brokenOrder({ ledger, effects, waiting, customers: rows }: Books): string[] {
  const held = new Set(waiting.map(({ id }) => id))
  const done = [...ledger.stored.values()].filter(
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
    const expected = own.flatMap(({ work }) => statusAfter(work) ?? []).at(-1)
    const status = rows.find(({ id }) => String(id) === customerId)?.status
    return [
      ...(isInOrder
        ? []
        : [
            `out of order: the work for a customer (${own.map(({ work }) => work.kind).join(', ')})`,
          ]),
      ...(expected === undefined || status === expected
        ? []
        : [`a customer is ${status}, not ${expected}`]),
    ]
  })
}

function doubledEffects({ effects }: Books): string[] {
  // Of one step of one entry, whatever else its key says.
  const byKey = groupBy(effects, ({ key }) => key?.split(':').slice(0, 2).join(':'))
  return [...byKey].flatMap(([key, twins]) => {
    if (key === undefined) return twins.map(({ label }) => `a write without a key: ${label}`)
    const isPhoto = key.startsWith('photo:')
    return twins.length > 1 && !isPhoto ? [`${twins.length} effects of ${key}`] : []
  })
}

function groupBy<TItem, TKey>(items: readonly TItem[], keyOf: (item: TItem) => TKey) {
  const groups = new Map<TKey, TItem[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return groups
}

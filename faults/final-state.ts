/** What the phones and the office have after a shift. */
import type { Deal } from '@veni/domain/deal'
import {
  cashPayments,
  customers,
  orders,
  photos,
  runners,
  settlements,
} from '../server/src/db/schema.ts'
import type { DealOverview } from '../server/src/deals/deal-overview.ts'
import type { OutboxEntry } from '../web/src/outbox/entry.ts'
import { mayLosePhotos } from './expected-losses.ts'
import type { ExpectedState } from './expected-state.ts'
import { type Customers, otherThan, PHONES, type Who } from './people.ts'
import type { Phone } from './phone.ts'
import type { PhoneInUse } from './phone-in-use.ts'
import { type BothStores, copiesOf, readDatabase, rowsIn, rowsOf } from './phone-stores.ts'
import { findReadable, secretsOf } from './readable.ts'
import type { Server } from './server.ts'
import type { Conflict, Effect } from './server-log.ts'

/** One phone and its runner. */
export interface FinalPhone {
  readonly name: string
  readonly mayLosePhotos: boolean
  readonly expected: ExpectedState
  /** In ms, each time that the clock of the phone was set. */
  readonly clockErrors: readonly number[]
  readonly wasFrozen: boolean
  readonly deals: readonly Deal[]
  readonly waiting: readonly OutboxEntry[]
  /** Ids of the entries that the app calls lost. */
  readonly lost: readonly string[]
  /** Undefined without a second copy. */
  readonly stores: BothStores | undefined
}

/** The office, and all phones together. */
export interface FinalState {
  readonly phones: readonly FinalPhone[]
  readonly effects: readonly Effect[]
  readonly refusedRightly: ReadonlySet<string>
  readonly conflicts: readonly Conflict[]
  readonly importViolations: readonly string[]
  /** As the office lists them. */
  readonly listed: readonly DealOverview[]
  readonly photos: ReadonlySet<string>
  readonly cash: readonly (typeof cashPayments.$inferSelect)[]
  readonly settlements: readonly (typeof settlements.$inferSelect)[]
  readonly orders: readonly (typeof orders.$inferSelect)[]
  readonly customers: readonly (typeof customers.$inferSelect)[]
  readonly runners: readonly Pick<typeof runners.$inferSelect, 'id' | 'phone'>[]
}

/** Reads outside every tab, so that no fault of the phone occurs here. */
export async function readFinalState(
  phones: readonly PhoneInUse[],
  server: Server,
): Promise<FinalState> {
  const office = await readFinalOffice(server)
  return { phones: await Promise.all(phones.map(readFinalPhone)), ...office }
}

export async function readFinalOffice(server: Server): Promise<Omit<FinalState, 'phones'>> {
  const { db } = server
  const stored = await db.select().from(photos)
  return {
    effects: server.log.effects,
    refusedRightly: server.log.refusedRightly,
    conflicts: server.log.conflicts,
    importViolations: server.log.importViolations,
    listed: await server.log.office.listDeals(),
    photos: new Set(stored.map(({ hash }) => hash).filter((hash) => server.photos.has(hash))),
    cash: await db.select().from(cashPayments),
    settlements: await db.select().from(settlements),
    orders: await db.select().from(orders),
    customers: await db.select().from(customers),
    runners: await db.select().from(runners),
  }
}

async function readFinalPhone(one: PhoneInUse): Promise<FinalPhone> {
  const { expected, plan, name, finalRows, phone } = one
  const stores = await readFinalStores(phone)
  return {
    name,
    mayLosePhotos: mayLosePhotos(plan, expected),
    clockErrors: phone.clockErrors,
    wasFrozen: plan.counts.has('worker beside a frozen page'),
    expected,
    stores,
    ...finalRows,
  }
}

async function readFinalStores({ caches, parts }: Phone): Promise<BothStores | undefined> {
  if (!caches) return undefined
  const rows = await readDatabase(parts.indexedDB)
  return { rows: rowsIn(rows ?? new Map()), copies: rowsOf(copiesOf(caches)) }
}

/**
 * To be called while the runner is signed in and nothing fails any longer: the next sign-out seals the rows. What another
 * runner has typed or photographed must not be readable.
 */
export async function noteFinalRows(
  { phone, expected, finalRows, name }: PhoneInUse,
  who: Who,
  common: Pick<Customers, 'common'>,
): Promise<void> {
  await phone.do(async ({ listDeals, listEntries, readLostWork, lostWork }) => {
    finalRows.deals.push(...(await listDeals(PHONES[who])))
    finalRows.waiting.push(...(await listEntries(PHONES[who])))
    await readLostWork(PHONES[who])
    const { losses } = lostWork.get()
    finalRows.lost.push(...losses.flatMap(({ items }) => items.map(({ id }) => id)))
  })
  for (const what of await findReadable(phone.parts, secretsOf(expected, otherThan(who), common)))
    expected.violations.add(`${what} is readable on ${name} while ${who} is signed in`)
}

/**
 * Whether entries wait for up to the longest wait: a call that had left the phone before the sign-in was refused after it,
 * and the app tries it again by itself; or the server asked the phone to wait, and its clock was set back since.
 */
export async function isHeldUp(phones: readonly PhoneInUse[], who: Who): Promise<boolean> {
  const isHeld = ({ phone }: PhoneInUse) => {
    const now = phone.time()
    const list = phone.do(({ listEntries }) => listEntries(PHONES[who]))
    return list.then((entries) =>
      entries.some(({ state, notBefore = 0 }) => state === 'needs-sign-in' || notBefore > now),
    )
  }
  return (await Promise.all(phones.map(isHeld))).includes(true)
}

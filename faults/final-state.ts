/** What the phones and the office have after a shift. */
import type { Deal } from '@veni/domain/deal'
import { cashPayments, customers, orders, photos, settlements } from '../server/src/db/schema.ts'
import type { DealOverview } from '../server/src/deals/deal-overview.ts'
import type { OutboxEntry } from '../web/src/outbox/entry.ts'
import type { ExpectedState } from './expected-state.ts'
import { PHONES } from './people.ts'
import type { PhoneInUse } from './phone-in-use.ts'
import type { Server } from './server.ts'
import type { Conflict, Effect } from './server-log.ts'

/** One phone and its runner. */
export interface FinalPhone {
  readonly name: string
  /** The phone was full and deleted what it had sent, and the office has restored a backup. */
  readonly mayLosePhotos: boolean
  readonly expected: ExpectedState
  readonly deals: readonly Deal[]
  readonly waiting: readonly OutboxEntry[]
}

/** The office, and all phones together. */
export interface FinalState {
  readonly phones: readonly FinalPhone[]
  readonly effects: readonly Effect[]
  readonly refusedRightly: ReadonlySet<string>
  readonly conflicts: readonly Conflict[]
  /** As the office lists them. */
  readonly listed: readonly DealOverview[]
  readonly photos: ReadonlySet<string>
  readonly cash: readonly (typeof cashPayments.$inferSelect)[]
  readonly settlements: readonly (typeof settlements.$inferSelect)[]
  readonly orders: readonly (typeof orders.$inferSelect)[]
  readonly customers: readonly (typeof customers.$inferSelect)[]
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
    listed: await server.log.office.listDeals(),
    photos: new Set(stored.map(({ hash }) => hash).filter((hash) => server.photos.has(hash))),
    cash: await db.select().from(cashPayments),
    settlements: await db.select().from(settlements),
    orders: await db.select().from(orders),
    customers: await db.select().from(customers),
  }
}

async function readFinalPhone({ phone, expected, plan, name }: PhoneInUse): Promise<FinalPhone> {
  const owners = Object.values(PHONES)
  const isFull = (plan.counts.get('disk full') ?? 0) > 0
  return phone.do(async ({ listDeals, listEntries }) => ({
    name,
    mayLosePhotos: isFull && expected.restoredAt > 0,
    expected,
    deals: (await Promise.all(owners.map(listDeals))).flat(),
    waiting: (await Promise.all(owners.map(listEntries))).flat(),
  }))
}

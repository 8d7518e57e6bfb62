/** SQL of the phones: what each last reported, and what it has lost. */
import type { Unsent, UnsentItem } from '@veni/domain/api/reconciliation'
import { and, desc, eq, inArray, isNotNull, lte, notInArray, sql } from 'drizzle-orm'
import type { DbOrTx, Tx } from '../db/client.ts'
import { customerConflicts, phones, recordedWork, reservedDeals, runners } from '../db/schema.ts'
import type { LostPhoneItem } from '../db/work-schema.ts'
import type { RunnerPhone } from './store.ts'

export type PhoneRow = typeof phones.$inferSelect

/** A phone without its items, which can have 100 KB. */
export interface PhoneHead extends Pick<
  PhoneRow,
  'id' | 'contactAt' | 'createdAt' | 'evictedAt' | 'browserId'
> {
  readonly unsentCount: number
  readonly lostCount: number
}

/** The phones of a runner. Locks them until the transaction ends, in one order. */
export async function lockPhones(tx: Tx, runnerId: number): Promise<PhoneHead[]> {
  const { id, contactAt, createdAt, evictedAt, browserId, unsentItems, lostItems } = phones
  return tx
    .select({
      id,
      contactAt,
      createdAt,
      evictedAt,
      browserId,
      unsentCount: sql<number>`jsonb_array_length(${unsentItems})`,
      lostCount: sql<number>`jsonb_array_length(${lostItems})`,
    })
    .from(phones)
    .where(eq(phones.runnerId, runnerId))
    .orderBy(phones.id)
    .for('update')
}

/** These phones of a runner, by id. */
export async function readPhones(
  tx: Tx,
  runnerId: number,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PhoneRow>> {
  const isOne = and(eq(phones.runnerId, runnerId), inArray(phones.id, [...ids]))
  const rows = await tx.select().from(phones).where(isOne)
  return new Map(rows.map((row) => [row.id, row]))
}

interface Contact {
  readonly unsent: Unsent
  /** Items of earlier reports that may be among those that the report only counts. */
  readonly hiddenItems: UnsentItem[]
  readonly lostItems: LostPhoneItem[]
  readonly browserId: string
  readonly now: Date
}

/** @returns the row of the phone */
export async function storeContact(
  tx: Tx,
  { runnerId, phoneId }: RunnerPhone,
  { unsent, hiddenItems, lostItems, browserId, now }: Contact,
): Promise<PhoneRow | undefined> {
  const report = {
    contactAt: now,
    unsentDeals: unsent.deals,
    unsentPhotos: unsent.photos,
    unsentOthers: unsent.others,
    unsentSince: unsent.since === undefined ? null : new Date(unsent.since),
    unsentItems: [...unsent.items, ...hiddenItems],
    lostItems,
    browserId,
    evictedAt: null,
  }
  const [stored] = await tx
    .insert(phones)
    .values({ id: phoneId, runnerId, createdAt: now, ...report })
    .onConflictDoUpdate({ target: [phones.runnerId, phones.id], set: report })
    .returning()
  // A browser that loses its storage becomes a new phone each time. These new phones must not push out the row of a silent
  // phone with unsent work.
  const first = tx
    .select({ id: phones.id })
    .from(phones)
    .where(eq(phones.runnerId, runnerId))
    .orderBy(sql`${phones.id} <> ${phoneId}`, sql`not ${hasUnsent}`, desc(phones.contactAt))
    .limit(MOST_PHONES)
  await tx.delete(phones).where(and(eq(phones.runnerId, runnerId), notInArray(phones.id, first)))
  return stored
}

/** Of one runner: a browser whose storage was cleared is another phone. */
const MOST_PHONES = 50

const hasUnsent = sql`(${phones.unsentSince} is not null or ${phones.lostItems} <> '[]')`

/** These phones of the runner have lost their storage. */
export async function storeEvictions(
  tx: Tx,
  { runnerId, ids }: { readonly runnerId: number; readonly ids: readonly string[] },
  evictedAt: Date,
): Promise<void> {
  if (ids.length === 0) return
  await tx
    .update(phones)
    .set({ evictedAt })
    .where(and(eq(phones.runnerId, runnerId), inArray(phones.id, [...ids])))
}

/** The phones of all runners: those with unsent work first, and the silent ones first among them. */
export async function listPhones(
  db: DbOrTx,
  { isUnsent, before }: { readonly isUnsent: boolean; readonly before: Date },
) {
  return db
    .select({ phone: phones, runner: runners })
    .from(phones)
    .innerJoin(runners, eq(runners.id, phones.runnerId))
    .where(and(lte(phones.contactAt, before), isUnsent ? hasUnsent : undefined))
    .orderBy(sql`not ${hasUnsent}`, phones.contactAt)
}

/** Deletes the phones whose ids begin so, of any runner. @returns their ids */
export async function deletePhones(tx: Tx, start: string): Promise<string[]> {
  const deleted = await tx
    .delete(phones)
    .where(sql`starts_with(${phones.id}::text, ${start})`)
    .returning({ id: phones.id })
  return deleted.map(({ id }) => id).toSorted()
}

/** Which of these entries the server has, by their ids. */
export interface Accounted {
  /** Whole, or as a conflict, which the office ends by itself. */
  readonly whole: ReadonlySet<string>
  /** Deals that the server has, perhaps without their photos: the invoice id of each. */
  readonly deals: ReadonlyMap<string, string>
}

export async function findAccounted(db: DbOrTx, ids: readonly string[]): Promise<Accounted> {
  if (ids.length === 0) return { whole: new Set(), deals: new Map() }
  // One value, because a statement can have 65,535 of them.
  const named = sql`(select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)::uuid)`
  const recorded = await db
    .select({ id: recordedWork.id, kind: recordedWork.kind, phoneId: recordedWork.phoneId })
    .from(recordedWork)
    .where(inArray(recordedWork.id, named))
  const conflicts = await db
    .select({ id: customerConflicts.workId })
    .from(customerConflicts)
    .where(and(inArray(customerConflicts.workId, named), isNotNull(customerConflicts.workId)))
  const deals = await db
    .select({ id: reservedDeals.visitId, invoiceId: reservedDeals.invoiceId })
    .from(reservedDeals)
    .where(inArray(reservedDeals.visitId, named))
  // A phone names an entry with its photos as sent when the server has shown that it has all of them.
  const isWhole = ({ kind, phoneId }: (typeof recorded)[number]) =>
    phoneId !== null || !(kind === 'cash-payment' || kind === 'settlement')
  return {
    whole: new Set([...recorded.filter(isWhole), ...conflicts].map(({ id }) => id)),
    deals: new Map(deals.map(({ id, invoiceId }) => [id, invoiceId])),
  }
}

import { and, desc, eq, inArray, ne, type SQL, sql } from 'drizzle-orm'
import type { DbOrTx, Tx } from '../db/client.ts'
import { PerTransaction } from '../db/per-transaction.ts'
import { cashPayments, reservedDeals, settlements } from '../db/schema.ts'
import { toStoredRow } from '../db/stored-row.ts'
import { invariant } from '../errors.ts'

export type SettlementRow = typeof settlements.$inferSelect
export type CashPaymentRow = typeof cashPayments.$inferSelect

export type Reservation = typeof reservedDeals.$inferInsert

/** What the transaction has reserved for deals that it has not recorded yet. */
const reservedAhead = new PerTransaction(() => new Set<string>())

const toKey = ({ visitId, invoiceId, kind }: Reservation) =>
  [visitId.toLowerCase(), invoiceId, kind].join()

/**
 * Reserves visit and invoice id for a deal. Waits for another transaction that reserves one of them now.
 * @returns false when another deal has one of them
 */
export async function reserveDeal(tx: Tx, deal: Reservation): Promise<boolean> {
  if (reservedAhead.of(tx).delete(toKey(deal))) return true
  return (await insertReservations(tx, [deal])).length > 0
}

/** As {@link reserveDeal}, for several deals that follow in this transaction. Those of other deals are not reserved. */
export async function reserveAhead(tx: Tx, deals: readonly Reservation[]): Promise<void> {
  if (deals.length === 0) return
  for (const reserved of await insertReservations(tx, deals)) {
    reservedAhead.of(tx).add(toKey(reserved))
    reservedAtFirst.of(tx).set(reserved.invoiceId, false)
  }
}

const insertReservations = (tx: Tx, deals: readonly Reservation[]) =>
  tx
    .insert(reservedDeals)
    .values([...deals])
    .onConflictDoNothing()
    .returning()

/** Whether each invoice id had a deal when the transaction first looked. `reserveDeal` decides later. */
const reservedAtFirst = new PerTransaction(() => new Map<string, boolean>())

/** Looks for the deals of these invoice ids, each once in a transaction. */
export async function readReserved(tx: Tx, invoiceIds: readonly string[]): Promise<void> {
  const known = reservedAtFirst.of(tx)
  const missing = invoiceIds.filter((id) => !known.has(id))
  if (missing.length === 0) return
  const rows = await tx
    .select({ invoiceId: reservedDeals.invoiceId })
    .from(reservedDeals)
    .where(inArray(reservedDeals.invoiceId, missing))
  for (const id of missing) known.set(id, false)
  for (const { invoiceId } of rows) known.set(invoiceId, true)
}

/** Whether an invoice id had a deal when the transaction first looked for it. */
export async function wasReserved(tx: Tx, invoiceId: string): Promise<boolean> {
  await readReserved(tx, [invoiceId])
  return reservedAtFirst.of(tx).get(invoiceId) === true
}

export async function isVisitReserved(tx: Tx, visitId: string): Promise<boolean> {
  return (await tx.$count(reservedDeals, eq(reservedDeals.visitId, visitId))) > 0
}

/** Finds the settlement of any runner, because an invoice id belongs to one deal. */
export async function findSettlement(
  tx: Tx,
  invoiceId: string,
): Promise<SettlementRow | undefined> {
  const [row] = await tx.select().from(settlements).where(eq(settlements.invoiceId, invoiceId))
  return row
}

export async function findOwnSettlement(
  tx: Tx,
  runnerId: number,
  invoiceId: string,
): Promise<SettlementRow | undefined> {
  const isOwn = and(eq(settlements.invoiceId, invoiceId), eq(settlements.runnerId, runnerId))
  const [row] = await tx.select().from(settlements).where(isOwn)
  return row
}

/** Call {@link reserveDeal} first. */
export async function insertSettlement(
  tx: Tx,
  settlement: typeof settlements.$inferInsert,
): Promise<SettlementRow> {
  const [made] = await tx
    .insert(settlements)
    .values(settlement)
    .returning({ visitId: settlements.visitId, createdAt: settlements.createdAt })
  invariant(made, 'an insert returned no row')
  return toStoredRow(settlements, settlement, made)
}

/** Undefined when the runner has no such settlement, or it is delivered already. */
export async function markSettlementDelivered(
  tx: Tx,
  runnerId: number,
  invoiceId: string,
  deliveredAt: Date,
): Promise<SettlementRow | undefined> {
  const [row] = await tx
    .update(settlements)
    .set({ status: 'delivered', deliveredAt })
    .where(
      and(
        eq(settlements.invoiceId, invoiceId),
        eq(settlements.runnerId, runnerId),
        ne(settlements.status, 'delivered'),
      ),
    )
    .returning()
  return row
}

export async function findCashPayment(
  tx: Tx,
  invoiceId: string,
): Promise<CashPaymentRow | undefined> {
  const [row] = await tx.select().from(cashPayments).where(eq(cashPayments.invoiceId, invoiceId))
  return row
}

/** Call {@link reserveDeal} first. */
export async function insertCashPayment(
  tx: Tx,
  payment: typeof cashPayments.$inferInsert,
): Promise<CashPaymentRow> {
  const [made] = await tx
    .insert(cashPayments)
    .values(payment)
    .returning({ visitId: cashPayments.visitId, createdAt: cashPayments.createdAt })
  invariant(made, 'an insert returned no row')
  return toStoredRow(cashPayments, payment, made)
}

/** What the server adds to a deal after it was recorded. */
type Addition = Pick<SettlementRow, 'flags' | 'hairPhotoUrl'>

export async function changeSettlement(tx: Tx, invoiceId: string, change: Addition): Promise<void> {
  await tx.update(settlements).set(change).where(eq(settlements.invoiceId, invoiceId))
}

export async function changeCashPayment(
  tx: Tx,
  invoiceId: string,
  change: Addition & Pick<CashPaymentRow, 'cashReceiptUrl'>,
): Promise<void> {
  await tx.update(cashPayments).set(change).where(eq(cashPayments.invoiceId, invoiceId))
}

/** Which rows of a list, the last received first: those before a time in ms and an invoice id, and how many at most. */
export interface ListPart {
  readonly before: { readonly at: number; readonly id: string } | undefined
  readonly most: number
}

const isBefore = (
  table: typeof settlements | typeof cashPayments,
  before: ListPart['before'],
): SQL | undefined =>
  before &&
  sql`(${table.createdAt}, ${table.invoiceId}) < (${new Date(before.at).toISOString()}::timestamptz, ${before.id})`

export async function listSettlements(
  db: DbOrTx,
  runnerId: number,
  { before, most }: ListPart,
): Promise<SettlementRow[]> {
  return db
    .select()
    .from(settlements)
    .where(and(eq(settlements.runnerId, runnerId), isBefore(settlements, before)))
    .orderBy(desc(settlements.createdAt), desc(settlements.invoiceId))
    .limit(most)
}

export async function listCashPayments(
  db: DbOrTx,
  runnerId: number,
  { before, most }: ListPart,
): Promise<CashPaymentRow[]> {
  return db
    .select()
    .from(cashPayments)
    .where(and(eq(cashPayments.runnerId, runnerId), isBefore(cashPayments, before)))
    .orderBy(desc(cashPayments.createdAt), desc(cashPayments.invoiceId))
    .limit(most)
}

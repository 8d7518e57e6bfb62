import { and, desc, eq } from 'drizzle-orm'
import type { DbOrTx, Tx } from '../db/client.ts'
import { cashPayments, settlements } from '../db/schema.ts'

export type SettlementRow = typeof settlements.$inferSelect
export type CashPaymentRow = typeof cashPayments.$inferSelect

/** Whoever's it is: an invoice id belongs to one deal of one runner. */
export async function findSettlement(
  tx: Tx,
  invoiceId: string,
): Promise<SettlementRow | undefined> {
  const [row] = await tx.select().from(settlements).where(eq(settlements.invoiceId, invoiceId))
  return row
}

/** Undefined when the invoice id is taken. */
export async function insertSettlement(
  tx: Tx,
  settlement: typeof settlements.$inferInsert,
): Promise<SettlementRow | undefined> {
  const [row] = await tx.insert(settlements).values(settlement).onConflictDoNothing().returning()
  return row
}

/** Undefined when the runner has no such settlement. */
export async function markSettlementDelivered(
  tx: Tx,
  runnerId: number,
  invoiceId: string,
  deliveredAt: Date,
): Promise<SettlementRow | undefined> {
  const [row] = await tx
    .update(settlements)
    .set({ status: 'delivered', deliveredAt })
    .where(and(eq(settlements.invoiceId, invoiceId), eq(settlements.runnerId, runnerId)))
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

/** Undefined when the invoice id is taken. */
export async function insertCashPayment(
  tx: Tx,
  payment: typeof cashPayments.$inferInsert,
): Promise<CashPaymentRow | undefined> {
  const [row] = await tx.insert(cashPayments).values(payment).onConflictDoNothing().returning()
  return row
}

export async function listSettlements(
  db: DbOrTx,
  runnerId: number,
  most: number,
): Promise<SettlementRow[]> {
  return db
    .select()
    .from(settlements)
    .where(eq(settlements.runnerId, runnerId))
    .orderBy(desc(settlements.completedAt), desc(settlements.invoiceId))
    .limit(most)
}

export async function listCashPayments(
  db: DbOrTx,
  runnerId: number,
  most: number,
): Promise<CashPaymentRow[]> {
  return db
    .select()
    .from(cashPayments)
    .where(eq(cashPayments.runnerId, runnerId))
    .orderBy(desc(cashPayments.completedAt), desc(cashPayments.invoiceId))
    .limit(most)
}

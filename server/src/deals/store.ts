import { paise } from '@veni/domain/money'
import type { OfficePrices } from '@veni/domain/deal/recount'
import { and, desc, eq, inArray } from 'drizzle-orm'
import type { DbOrTx, Tx } from '../db/client.ts'
import { cashPayments, deals, hairPrices, products, settlements } from '../db/schema.ts'
import { invariant } from '../errors.ts'

export type SettlementRow = typeof settlements.$inferSelect
export type CashPaymentRow = typeof cashPayments.$inferSelect

/** False when the visit has a deal already, or the invoice id one of another visit; whoever takes them now is waited for. */
export async function takeVisit(tx: Tx, deal: typeof deals.$inferInsert): Promise<boolean> {
  const taken = await tx.insert(deals).values(deal).onConflictDoNothing().returning()
  return taken.length > 0
}

export async function hasDeal(tx: Tx, visitId: string): Promise<boolean> {
  return (await tx.$count(deals, eq(deals.visitId, visitId))) > 0
}

/** Whoever's it is: an invoice id belongs to one deal of one runner. */
export async function findSettlement(
  tx: Tx,
  invoiceId: string,
): Promise<SettlementRow | undefined> {
  const [row] = await tx.select().from(settlements).where(eq(settlements.invoiceId, invoiceId))
  return row
}

/** Its visit must be taken. */
export async function insertSettlement(
  tx: Tx,
  settlement: typeof settlements.$inferInsert,
): Promise<SettlementRow> {
  const [row] = await tx.insert(settlements).values(settlement).returning()
  invariant(row, 'an insert returned no row')
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

/** As {@link insertSettlement}. */
export async function insertCashPayment(
  tx: Tx,
  payment: typeof cashPayments.$inferInsert,
): Promise<CashPaymentRow> {
  const [row] = await tx.insert(cashPayments).values(payment).returning()
  invariant(row, 'an insert returned no row')
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

/** Returns today's prices of these hair types and products. The maps have no entry for one without an active price. */
export async function findOfficePrices(
  tx: Tx,
  hairTypes: readonly string[],
  productIds: readonly string[],
): Promise<OfficePrices> {
  const isPaidFor = and(inArray(hairPrices.hairType, [...hairTypes]), eq(hairPrices.isActive, true))
  const hair = await tx
    .select({ name: hairPrices.hairType, price: hairPrices.pricePer20gPaise })
    .from(hairPrices)
    .where(isPaidFor)
  const gifts = await tx
    .select({ name: products.productId, price: products.pricePaise })
    .from(products)
    .where(inArray(products.productId, [...productIds]))
  return { hair: toMap(hair), gifts: toMap(gifts) }
}

const toMap = (rows: readonly { name: string; price: number }[]) =>
  new Map(rows.map(({ name, price }) => [name, paise(price)]))

import { paise } from '@veni/domain/money'
import type { CurrentPrices } from '@veni/domain/deal/recount'
import { and, desc, eq, inArray } from 'drizzle-orm'
import type { DbOrTx, Tx } from '../db/client.ts'
import { cashPayments, hairPrices, products, reservedDeals, settlements } from '../db/schema.ts'
import { invariant } from '../errors.ts'

export type SettlementRow = typeof settlements.$inferSelect
export type CashPaymentRow = typeof cashPayments.$inferSelect

/**
 * Reserves visit and invoice id for a deal. Waits for another transaction that reserves one of them now.
 * @returns false when another deal has one of them
 */
export async function reserveDeal(
  tx: Tx,
  deal: typeof reservedDeals.$inferInsert,
): Promise<boolean> {
  const reserved = await tx.insert(reservedDeals).values(deal).onConflictDoNothing().returning()
  return reserved.length > 0
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

/** Call {@link reserveDeal} first. */
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

/** Call {@link reserveDeal} first. */
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
export async function findCurrentPrices(
  tx: Tx,
  hairTypes: readonly string[],
  productIds: readonly string[],
): Promise<CurrentPrices> {
  const isPaidFor = and(inArray(hairPrices.hairType, [...hairTypes]), eq(hairPrices.isActive, true))
  const hair = await tx
    .select({ name: hairPrices.hairType, price: hairPrices.pricePer20gPaise })
    .from(hairPrices)
    .where(isPaidFor)
  const productRows = await tx
    .select({ name: products.productId, price: products.pricePaise })
    .from(products)
    .where(inArray(products.productId, [...productIds]))
  return { hair: toMap(hair), products: toMap(productRows) }
}

const toMap = (rows: readonly { name: string; price: number }[]) =>
  new Map(rows.map(({ name, price }) => [name, paise(price)]))

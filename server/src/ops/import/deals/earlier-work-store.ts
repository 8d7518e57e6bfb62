/** SQL of what the server has stored of an exported entry before its import, whichever runner it counts for. */
import { INVOICE_ID_PATTERN } from '@veni/domain/invoice'
import { findInvoiceId, makeStepKey, type Work } from '@veni/domain/work'
import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/client.ts'
import {
  cashPayments,
  customers,
  idempotencyKeys,
  orders,
  recordedWork,
  reservedDeals,
  runners,
  settlements,
} from '../../../db/schema.ts'

export interface NamedRunner {
  readonly id: number
  readonly name: string
}

const runner = { id: runners.id, name: runners.name }

/** @returns whose whole work this is at the server; undefined when the server has none or only a part of it */
export async function findRecordedRunner(
  tx: Tx,
  entryId: string,
  work: Work,
): Promise<NamedRunner | undefined> {
  const isEntry = eq(recordedWork.id, entryId)
  const [recorded] = await tx
    .select(runner)
    .from(recordedWork)
    .innerJoin(runners, eq(runners.id, recordedWork.runnerId))
    .where(isEntry)
  // Not of a delivery: it names only the invoice id, and a runner who has read that could deliver another's settlement.
  const invoiceId = findInvoiceId(work)
  return (
    recorded ??
    (invoiceId === undefined
      ? await findRunnerOfKeys(tx, entryId)
      : await findRunnerOfDeal(tx, invoiceId))
  )
}

async function findRunnerOfDeal(tx: Tx, invoiceId: string): Promise<NamedRunner | undefined> {
  for (const table of [settlements, cashPayments]) {
    const [found] = await tx
      .select(runner)
      .from(table)
      .innerJoin(runners, eq(runners.id, table.runnerId))
      .where(eq(table.invoiceId, invoiceId))
    if (found) return found
  }
  return undefined
}

/** Of a status, a single order or a delivery, which is no deal: an older app sent a call of it. */
async function findRunnerOfKeys(tx: Tx, entryId: string): Promise<NamedRunner | undefined> {
  const steps = ['order', 'customer', 'delivered'] as const
  const keys = steps.map((step) => makeStepKey(entryId, step))
  const [found] = await tx
    .select(runner)
    .from(runners)
    .innerJoin(
      idempotencyKeys,
      and(eq(idempotencyKeys.runnerId, runners.id), inArray(idempotencyKeys.key, keys)),
    )
  return found
}

/** Whether the server has the work of damaged rows: by the id of the entry, the visit or the invoice. */
export async function isRecorded(tx: Tx, key: string, invoiceId = ''): Promise<boolean> {
  // PostgreSQL cannot even compare some texts.
  const isInvoice = INVOICE_ID_PATTERN.test(invoiceId)
  if (isInvoice && (await tx.$count(reservedDeals, eq(reservedDeals.invoiceId, invoiceId))) > 0)
    return true
  if (!UUID.test(key)) return false
  return (
    (await tx.$count(recordedWork, eq(recordedWork.id, key))) +
      (await tx.$count(reservedDeals, eq(reservedDeals.visitId, key))) >
    0
  )
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/iu

/** The order of a deal, when the server has it for another runner and has no deal. */
export async function findOrderOfOther(tx: Tx, runnerId: number, invoiceId: string) {
  const [found] = await tx
    .select({ ...runner, orderId: orders.id, customerId: orders.customerId })
    .from(orders)
    .innerJoin(runners, eq(runners.id, orders.runnerId))
    .where(isOfOther(runnerId, invoiceId))
  return found
}

/** Lock the customer first. */
export async function giveOrder(tx: Tx, runnerId: number, invoiceId: string): Promise<void> {
  await tx.update(orders).set({ runnerId }).where(isOfOther(runnerId, invoiceId))
}

const isOfOther = (runnerId: number, invoiceId: string) =>
  and(
    eq(orders.invoiceId, invoiceId),
    ne(orders.runnerId, runnerId),
    sql`not exists (select from ${cashPayments} where order_id = ${orders.id})`,
  )

/** @returns the other runner who has the customer by now */
export async function findOtherRunnerOf(
  tx: Tx,
  runnerId: number,
  customerId: string,
): Promise<NamedRunner | undefined> {
  const [found] = await tx
    .select(runner)
    .from(customers)
    .innerJoin(runners, eq(runners.id, customers.runnerId))
    .where(and(sql`${customers.id}::text = ${customerId}`, ne(runners.id, runnerId)))
  return found
}

import { eq } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { recordedWork } from '../db/schema.ts'

export type WorkRow = typeof recordedWork.$inferSelect

/**
 * Inserts the row of an entry before its steps run. Waits for another transaction that records the same entry now.
 * @returns false when the id has a row
 */
export async function insertWork(
  tx: Tx,
  work: Pick<WorkRow, 'id' | 'runnerId' | 'customerId' | 'kind' | 'contentHash'>,
): Promise<boolean> {
  const inserted = await tx.insert(recordedWork).values(work).onConflictDoNothing().returning()
  return inserted.length > 0
}

/** Finds the entry of any runner, because an id belongs to one entry. */
export async function findWork(tx: Tx, id: string): Promise<WorkRow | undefined> {
  const [row] = await tx.select().from(recordedWork).where(eq(recordedWork.id, id))
  return row
}

export async function storeWorkAnswer(
  tx: Tx,
  id: string,
  answer: Pick<WorkRow, 'orderId' | 'differences'>,
): Promise<void> {
  await tx.update(recordedWork).set(answer).where(eq(recordedWork.id, id))
}

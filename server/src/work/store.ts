import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { recordedWork } from '../db/schema.ts'

export type WorkRow = typeof recordedWork.$inferSelect
export type NewWork = Pick<WorkRow, 'id' | 'runnerId' | 'customerId' | 'kind' | 'contentHash'>

/**
 * Inserts the rows of entries before their steps run, in the order of their ids. Waits for another transaction that
 * records one of them now.
 * @returns the ids that are new, in small letters
 */
export async function insertWorks(tx: Tx, works: readonly NewWork[]): Promise<Set<string>> {
  const inserted = await tx
    .insert(recordedWork)
    .values(works.toSorted((one, other) => (one.id < other.id ? -1 : 1)))
    .onConflictDoNothing()
    .returning({ id: recordedWork.id })
  return new Set(inserted.map(({ id }) => id))
}

/** Finds the entry of any runner, because an id belongs to one entry. */
export async function findWork(tx: Tx, id: string): Promise<WorkRow | undefined> {
  const [row] = await tx.select().from(recordedWork).where(eq(recordedWork.id, id))
  return row
}

export type WorkAnswer = Pick<WorkRow, 'id' | 'orderId' | 'differences'>

export async function storeWorkAnswers(tx: Tx, answers: readonly WorkAnswer[]): Promise<void> {
  await tx.execute(sql`
    update ${recordedWork} as work set order_id = answer."orderId", differences = answer.differences
    from jsonb_to_recordset(${JSON.stringify(answers)}::jsonb)
      as answer (id uuid, "orderId" integer, differences jsonb)
    where work.id = answer.id`)
}

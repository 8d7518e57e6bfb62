import { and, eq, sql } from 'drizzle-orm'
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

/** @returns undefined when the runner has no such entry; another runner may have it */
export async function findWork(
  tx: Tx,
  { runnerId, id }: Pick<WorkRow, 'runnerId' | 'id'>,
): Promise<WorkRow | undefined> {
  const isOwn = and(eq(recordedWork.id, id), eq(recordedWork.runnerId, runnerId))
  const [row] = await tx.select().from(recordedWork).where(isOwn)
  return row
}

/** Stores the hash of what the phone has sent, in place of the one that `hashAdopted` made. */
export async function replaceHash(
  tx: Tx,
  { id }: Pick<WorkRow, 'id'>,
  contentHash: string,
): Promise<void> {
  await tx.update(recordedWork).set({ contentHash }).where(eq(recordedWork.id, id))
}

export type WorkAnswer = Pick<WorkRow, 'id' | 'orderId' | 'differences'>

export async function storeWorkAnswers(
  tx: Tx,
  runnerId: number,
  answers: readonly WorkAnswer[],
): Promise<void> {
  await tx.execute(sql`
    update ${recordedWork} as work set order_id = answer."orderId", differences = answer.differences
    from jsonb_to_recordset(${JSON.stringify(answers)}::jsonb)
      as answer (id uuid, "orderId" bigint, differences jsonb)
    where work.runner_id = ${runnerId} and work.id = answer.id`)
}

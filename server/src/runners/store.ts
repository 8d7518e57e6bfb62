import { eq } from 'drizzle-orm'
import type { DbOrTx } from '../db/client.ts'
import { runners } from '../db/schema.ts'

export type RunnerRow = { id: number; name: string }

const columns = { id: runners.id, name: runners.name }

/**
 * @param phone normalised by `toPhoneKey`
 */
export async function findRunnerByPhone(db: DbOrTx, phone: string): Promise<RunnerRow | undefined> {
  const [runner] = await db.select(columns).from(runners).where(eq(runners.phone, phone))
  return runner
}

/** @returns undefined for a runner who is not suspended */
export async function findSuspension(db: DbOrTx, id: number): Promise<Date | undefined> {
  return (await findState(db, id)).suspendedAt
}

export async function findState(
  db: DbOrTx,
  id: number,
): Promise<{ phone: string | null; suspendedAt: Date | undefined }> {
  const state = { phone: runners.phone, suspendedAt: runners.suspendedAt }
  const [row] = await db.select(state).from(runners).where(eq(runners.id, id))
  return { phone: row?.phone ?? null, suspendedAt: row?.suspendedAt ?? undefined }
}

/** Returns the runner with this id, and stores the given runner when there is none. */
export async function ensureRunner(db: DbOrTx, runner: RunnerRow): Promise<RunnerRow> {
  await db.insert(runners).values(runner).onConflictDoNothing({ target: runners.id })
  const [stored] = await db.select(columns).from(runners).where(eq(runners.id, runner.id))
  return stored ?? runner
}

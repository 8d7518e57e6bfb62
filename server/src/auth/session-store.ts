import { and, eq, gt, lte } from 'drizzle-orm'
import type { DbOrTx } from '../db/client.ts'
import { runners, sessions } from '../db/schema.ts'

export type SessionRunner = { readonly id: number; readonly name: string }

export async function findSessionRunner(
  db: DbOrTx,
  tokenHash: string,
  now: Date,
): Promise<SessionRunner | undefined> {
  const [runner] = await db
    .select({ id: runners.id, name: runners.name })
    .from(sessions)
    .innerJoin(runners, eq(runners.id, sessions.runnerId))
    .where(and(eq(sessions.tokenHash, tokenHash), gt(sessions.expiresAt, now)))
  return runner
}

export async function insertSession(
  db: DbOrTx,
  session: { tokenHash: string; runnerId: number; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await db.insert(sessions).values(session)
}

export async function deleteSession(db: DbOrTx, tokenHash: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.tokenHash, tokenHash))
}

export async function deleteExpiredSessions(db: DbOrTx, now: Date): Promise<void> {
  await db.delete(sessions).where(lte(sessions.expiresAt, now))
}

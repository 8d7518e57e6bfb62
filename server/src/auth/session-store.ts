import { createHash } from 'node:crypto'
import { and, eq, gt, lte } from 'drizzle-orm'
import type { DbOrTx } from '../db/client.ts'
import { runners, sessions } from '../db/schema.ts'

/** 32 random bytes cannot be guessed, so a fast hash is enough to store a token. */
export const TOKEN_BYTES = 32

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

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

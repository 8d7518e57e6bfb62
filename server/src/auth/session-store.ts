import { createHash } from 'node:crypto'
import { and, eq, gt, isNull, lte, or } from 'drizzle-orm'
import type { DbOrTx, Tx } from '../db/client.ts'
import { runners, sessions } from '../db/schema.ts'

/** 32 random bytes cannot be guessed, so a fast hash is enough to store a token. */
export const TOKEN_BYTES = 32

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

export type SessionRunner = { readonly id: number; readonly name: string }

/** `usedAt` is written at most once an hour, so that a call seldom writes. */
const USED_STEP_MS = 3_600_000
const DAY_MS = 86_400_000

/** @returns undefined for an ended session and for a suspended runner */
export async function findSessionRunner(
  db: DbOrTx,
  tokenHash: string,
  { now, idleDays, mayWrite }: { now: Date; idleDays: number; mayWrite: boolean },
): Promise<SessionRunner | undefined> {
  const [found] = await selectOpen(db, tokenHash, now, idleDays)
  if (!found) return undefined
  const { usedAt, ...runner } = found
  if (mayWrite && now.getTime() - usedAt.getTime() >= USED_STEP_MS)
    await db.update(sessions).set({ usedAt: now }).where(eq(sessions.tokenHash, tokenHash))
  return runner
}

/**
 * Locks an open session until the transaction ends, so that neither a sign-out nor a suspension comes between the check
 * and the commit. @returns false for an ended session and for a suspended runner
 */
export async function lockOpenSession(
  tx: Tx,
  tokenHash: string,
  { now, idleDays }: { now: Date; idleDays: number },
): Promise<boolean> {
  const found = await selectOpen(tx, tokenHash, now, idleDays).for('key share', { of: sessions })
  return found.length > 0
}

function selectOpen(db: DbOrTx, tokenHash: string, now: Date, idleDays: number) {
  return db
    .select({ id: runners.id, name: runners.name, usedAt: sessions.usedAt })
    .from(sessions)
    .innerJoin(runners, eq(runners.id, sessions.runnerId))
    .where(
      and(
        eq(sessions.tokenHash, tokenHash),
        gt(sessions.expiresAt, now),
        gt(sessions.usedAt, idleSince(now, idleDays)),
        isNull(runners.suspendedAt),
      ),
    )
}

export async function insertSession(tx: Tx, session: typeof sessions.$inferInsert): Promise<void> {
  await tx.insert(sessions).values(session)
}

export async function deleteSession(db: DbOrTx, tokenHash: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.tokenHash, tokenHash))
}

export async function deleteEndedSessions(db: DbOrTx, now: Date, idleDays: number): Promise<void> {
  await db
    .delete(sessions)
    .where(or(lte(sessions.expiresAt, now), lte(sessions.usedAt, idleSince(now, idleDays))))
}

const idleSince = (now: Date, idleDays: number) => new Date(now.getTime() - idleDays * DAY_MS)

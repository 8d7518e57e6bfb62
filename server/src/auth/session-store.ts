import { hash } from 'node:crypto'
import { and, eq, gt, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import type { DbOrTx, Tx } from '../db/client.ts'
import { runners, sessions } from '../db/schema.ts'

/** 32 random bytes cannot be guessed, so a fast hash is enough to store a token. */
export const TOKEN_BYTES = 32

export function hashToken(token: string): string {
  return hash('sha256', token, 'hex')
}

export type SessionRunner = { readonly id: number; readonly name: string }

/** `usedAt` is written at most once an hour, so that a call seldom writes. */
const USED_STEP_MS = 3_600_000
const DAY_MS = 86_400_000

/**
 * The runners of these sessions, in their order; undefined for an ended session and for a suspended runner. One statement
 * for all of them, and one more for those whose `usedAt` is old.
 */
export async function findSessionRunners(
  db: DbOrTx,
  tokenHashes: readonly string[],
  { now, idleDays, mayWrite }: { now: Date; idleDays: number; mayWrite: boolean },
): Promise<(SessionRunner | undefined)[]> {
  const isWanted = sql`${sessions.tokenHash} = any(${sql.param(tokenHashes)}::text[])`
  const found = await selectOpen(db, isWanted, { now, idleDays })
  const isOld = ({ usedAt }: { readonly usedAt: Date }) =>
    now.getTime() - usedAt.getTime() >= USED_STEP_MS
  if (mayWrite) await markUsed(db, found.filter(isOld), now)
  const runners = new Map(found.map(({ tokenHash, id, name }) => [tokenHash, { id, name }]))
  return tokenHashes.map((one) => runners.get(one))
}

/** Leaves out a session that another server is marking: it waits for nobody. */
async function markUsed(
  db: DbOrTx,
  used: readonly { readonly tokenHash: string }[],
  now: Date,
): Promise<void> {
  if (used.length === 0) return
  const hashes = used.map(({ tokenHash }) => tokenHash)
  const unlocked = db
    .select({ tokenHash: sessions.tokenHash })
    .from(sessions)
    .where(inArray(sessions.tokenHash, hashes))
    .for('no key update', { skipLocked: true })
  await db.update(sessions).set({ usedAt: now }).where(inArray(sessions.tokenHash, unlocked))
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
  const isWanted = eq(sessions.tokenHash, tokenHash)
  const found = await selectOpen(tx, isWanted, { now, idleDays }).for('key share', { of: sessions })
  return found.length > 0
}

function selectOpen(
  db: DbOrTx,
  isWanted: SQL,
  { now, idleDays }: { readonly now: Date; readonly idleDays: number },
) {
  const { tokenHash, usedAt } = sessions
  return db
    .select({ tokenHash, id: runners.id, name: runners.name, usedAt })
    .from(sessions)
    .innerJoin(runners, eq(runners.id, sessions.runnerId))
    .where(
      and(
        isWanted,
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

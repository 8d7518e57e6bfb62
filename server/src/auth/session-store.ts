import { hash } from 'node:crypto'
import { and, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import { type DbOrTx, selectRows, type Tx } from '../db/client.ts'
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
  // As SQL: the query builder takes as long as the database.
  const found = await selectRows<SessionRunner & { tokenHash: string; isOld: boolean }>(
    db,
    sql`select session.token_hash as "tokenHash", runner.id, runner.name,
        session.used_at <= ${new Date(now.getTime() - USED_STEP_MS).toISOString()}::timestamptz as "isOld"
      from ${sessions} as session join ${runners} as runner on runner.id = session.runner_id
      where session.token_hash = any(${sql.param(tokenHashes)}::text[])
        and session.expires_at > ${now.toISOString()}::timestamptz
        and session.used_at > ${idleSince(now, idleDays).toISOString()}::timestamptz
        and runner.suspended_at is null`,
  )
  const old = found.filter(({ isOld }) => isOld)
  // A database that takes no write, as a standby, must not fail the calls of everybody who asked at the same time. The
  // next call marks the session again.
  if (mayWrite && old.length > 0) await markUsed(db, old, now).catch(() => undefined)
  const open = new Map(found.map(({ tokenHash, id, name }) => [tokenHash, { id, name }]))
  return tokenHashes.map((one) => open.get(one))
}

/** Leaves out a session that another server is marking: it waits for nobody. */
async function markUsed(
  db: DbOrTx,
  used: readonly { readonly tokenHash: string }[],
  now: Date,
): Promise<void> {
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
 * and the commit. From then on each statement of the transaction waits for a lock no longer than `lockMs`, which so needs
 * no statement of its own.
 * @returns false for an ended session and for a suspended runner
 */
export async function lockOpenSession(
  tx: Tx,
  tokenHash: string,
  { lockMs, ...limits }: SessionLimits & { readonly lockMs: number },
): Promise<boolean> {
  const found = await tx
    .select({
      id: sessions.runnerId,
      lockTimeout: sql`set_config('lock_timeout', ${String(lockMs)}, true)`,
    })
    .from(sessions)
    .innerJoin(runners, eq(runners.id, sessions.runnerId))
    .where(and(eq(sessions.tokenHash, tokenHash), isOpen(limits), isNull(runners.suspendedAt)))
    .for('key share', { of: sessions })
  return found.length > 0
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

export interface SessionLimits {
  readonly now: Date
  /** A session that was not used for so many days has ended. */
  readonly idleDays: number
}

/** Whether a session has not ended. The runner can be suspended all the same. */
export const isOpen = ({ now, idleDays }: SessionLimits) =>
  and(gt(sessions.expiresAt, now), gt(sessions.usedAt, idleSince(now, idleDays)))

const idleSince = (now: Date, idleDays: number) => new Date(now.getTime() - idleDays * DAY_MS)

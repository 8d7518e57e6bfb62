/** SQL of the one-time codes and of the events that their limits count. */
import { and, count, eq, gt, inArray, isNull, lt, lte, min, sql } from 'drizzle-orm'
import type { Db, Tx } from '../db/client.ts'
import { networkHash } from '../db/columns.ts'
import { lockNumbers } from '../db/lock-numbers.ts'
import { phones, runners, signInCodes, signInEvents } from '../db/schema.ts'

export type CodeRow = typeof signInCodes.$inferSelect
export type EventKind = (typeof signInEvents.$inferSelect)['kind']

/** One sign-in at a time, in all processes: parallel guesses cannot pass a limit together. */
export async function lockSignIn(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${lockNumbers.signIn})`)
}

export async function findCode(tx: Tx, phoneHash: string): Promise<CodeRow | undefined> {
  const [row] = await tx.select().from(signInCodes).where(eq(signInCodes.phoneHash, phoneHash))
  return row
}

/** The new code replaces the old one. */
export async function putCode(
  tx: Tx,
  code: { phoneHash: string; codeHash: string; browserHash: string; sentAt: Date },
): Promise<void> {
  const set = { ...code, wrongGuesses: 0 }
  await tx
    .insert(signInCodes)
    .values(set)
    .onConflictDoUpdate({ target: signInCodes.phoneHash, set })
}

export async function countWrongGuess(tx: Tx, phoneHash: string): Promise<void> {
  await tx
    .update(signInCodes)
    .set({ wrongGuesses: sql`${signInCodes.wrongGuesses} + 1` })
    .where(eq(signInCodes.phoneHash, phoneHash))
}

export async function deleteCode(tx: Tx, phoneHash: string): Promise<void> {
  await tx.delete(signInCodes).where(eq(signInCodes.phoneHash, phoneHash))
}

export async function insertEvent(tx: Tx, event: typeof signInEvents.$inferInsert): Promise<void> {
  await tx.insert(signInEvents).values(event)
}

/** No event is later than this. The clock was ahead, and its events would count until that time comes. */
export async function limitFuture(db: Db, latest: Date): Promise<void> {
  await db.update(signInEvents).set({ at: latest }).where(gt(signInEvents.at, latest))
}

/** The events of these kinds after `since`: their number, and the time of the oldest. */
export async function countEvents(
  tx: Tx,
  kinds: readonly EventKind[],
  who: { phoneHash?: string; addressHash?: string; networkHash?: string },
  since: Date,
): Promise<{ count: number; oldest: Date | null }> {
  const [counted] = await tx
    .select({ count: count(), oldest: min(signInEvents.at) })
    .from(signInEvents)
    .where(
      and(
        inArray(signInEvents.kind, [...kinds]),
        gt(signInEvents.at, since),
        who.phoneHash === undefined ? undefined : eq(signInEvents.phoneHash, who.phoneHash),
        who.addressHash === undefined ? undefined : eq(signInEvents.addressHash, who.addressHash),
        who.networkHash === undefined
          ? undefined
          : eq(networkHash(signInEvents.addressHash), who.networkHash),
      ),
    )
  return counted ?? { count: 0, oldest: null }
}

/**
 * Deletes the events of this kind, and their codes, that are of phones which get no message, except those among the last
 * `most` events of everybody and those after `before`. So a stranger with many addresses cannot fill the database.
 */
export async function deleteOldestUnsent(
  tx: Tx,
  kind: 'unsent-code' | 'unsent-guess',
  { most, before }: { most: number; before: Date },
): Promise<void> {
  await tx.execute(sql`
    with deleted as (
      delete from ${signInEvents}
      where kind = ${kind}
        and at <= ${before.toISOString()}::timestamptz
        and id <= (select max(id) from ${signInEvents}) - ${most}::integer
      returning phone_hash, at
    )
    delete from ${signInCodes} as code using deleted
    where code.phone_hash = deleted.phone_hash and code.sent_at = deleted.at`)
}

export async function deleteBefore(tx: Tx, before: Date): Promise<void> {
  await tx.delete(signInEvents).where(lte(signInEvents.at, before))
  await tx.delete(signInCodes).where(lt(signInCodes.sentAt, before))
}

/**
 * Whether the runner has worked with this browser (decision 45).
 * @param runnerId 0 for a phone of no runner, which takes the same time
 * @param browserId a UUID; '' for a browser without a name
 */
export async function isBrowserOf(tx: Tx, runnerId: number, browserId: string): Promise<boolean> {
  if (browserId === '') return false
  const rows = await tx
    .select({ id: phones.id })
    .from(phones)
    .where(and(eq(phones.runnerId, runnerId), eq(phones.browserId, browserId)))
    .limit(1)
  return rows.length > 0
}

export function countActiveRunners(tx: Tx): Promise<number> {
  return tx.$count(runners, isNull(runners.suspendedAt))
}

/** The runner with this phone, unless suspended. */
export async function findActiveRunner(
  tx: Tx,
  phone: string,
): Promise<{ id: number; name: string } | undefined> {
  const [runner] = await tx
    .select({ id: runners.id, name: runners.name, suspendedAt: runners.suspendedAt })
    .from(runners)
    .where(eq(runners.phone, phone))
  return runner && runner.suspendedAt === null ? { id: runner.id, name: runner.name } : undefined
}

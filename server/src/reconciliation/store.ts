import type { Digest, Unsent } from '@veni/domain/api/reconciliation'
import { and, desc, eq, inArray, isNotNull, lte, notInArray, sql } from 'drizzle-orm'
import { type DbOrTx, selectRows, type Tx } from '../db/client.ts'
import { customers, phones, photos, recordedWork, runners } from '../db/schema.ts'

/** A runner on one phone. */
export interface RunnerPhone {
  readonly runnerId: number
  /** Made by the phone. */
  readonly phoneId: string
}

export async function storeContact(
  tx: Tx,
  { runnerId, phoneId }: RunnerPhone,
  { unsent, now }: { readonly unsent: Unsent; readonly now: Date },
): Promise<void> {
  const report = {
    contactAt: now,
    unsentDeals: unsent.deals,
    unsentPhotos: unsent.photos,
    unsentOthers: unsent.others,
    unsentSince: unsent.since === undefined ? null : new Date(unsent.since),
  }
  await tx
    .insert(phones)
    .values({ id: phoneId, runnerId, ...report })
    .onConflictDoUpdate({ target: [phones.runnerId, phones.id], set: report })
  const latest = tx
    .select({ id: phones.id })
    .from(phones)
    .where(eq(phones.runnerId, runnerId))
    .orderBy(desc(phones.contactAt))
    .limit(MOST_PHONES)
  await tx.delete(phones).where(and(eq(phones.runnerId, runnerId), notInArray(phones.id, latest)))
}

/** Of one runner: a browser whose storage was cleared is another phone. */
const MOST_PHONES = 50

/** The phones of all runners: those with unsent work first, and the silent ones first among them. */
export async function listPhones(
  db: DbOrTx,
  { isUnsent, before }: { readonly isUnsent: boolean; readonly before: Date },
) {
  return db
    .select({ phone: phones, runner: runners })
    .from(phones)
    .innerJoin(runners, eq(runners.id, phones.runnerId))
    .where(and(lte(phones.contactAt, before), isUnsent ? isNotNull(phones.unsentSince) : undefined))
    .orderBy(sql`${phones.unsentSince} is null`, phones.contactAt)
}

export interface FoundWork {
  readonly id: string
  readonly hash: string
  readonly isErased: boolean
}

/** The recorded work of a runner, by the ids of its entries. Locks the rows in one order. */
export async function lockWork(
  tx: Tx,
  runnerId: number,
  ids: readonly string[],
): Promise<FoundWork[]> {
  if (ids.length === 0) return []
  const erased = tx
    .select({ id: customers.id })
    .from(customers)
    .where(and(eq(customers.id, recordedWork.customerId), isNotNull(customers.erasedAt)))
  return tx
    .select({
      id: recordedWork.id,
      hash: recordedWork.contentHash,
      isErased: sql<boolean>`exists ${erased}`,
    })
    .from(recordedWork)
    .where(and(eq(recordedWork.runnerId, runnerId), inArray(recordedWork.id, [...ids])))
    .orderBy(recordedWork.id)
    .for('update')
}

/** Stores which phone has sent a work, with which photos. */
export async function storeSender(
  tx: Tx,
  { phoneId, id, photoHashes }: { phoneId: string; id: string; photoHashes: readonly string[] },
): Promise<void> {
  await tx
    .update(recordedWork)
    .set({ phoneId, photoHashes: [...photoHashes] })
    .where(eq(recordedWork.id, id))
}

/** @returns which of the hashes are photos that the server has of this runner */
export async function findPhotoHashes(
  tx: Tx,
  runnerId: number,
  hashes: readonly string[],
): Promise<ReadonlySet<string>> {
  if (hashes.length === 0) return new Set()
  const found = await tx
    .select({ hash: photos.hash })
    .from(photos)
    .where(and(eq(photos.runnerId, runnerId), inArray(photos.hash, [...hashes])))
  return new Set(found.map(({ hash }) => hash))
}

/** The digest of all works of a phone and of those of their photos that the server has, without those of erased customers. */
export async function readDigest(tx: Tx, { runnerId, phoneId }: RunnerPhone): Promise<Digest> {
  const isOfPhone = sql`work.runner_id = ${runnerId} and work.phone_id = ${phoneId} and not exists (
    select from ${customers} as customer
    where customer.id = work.customer_id and customer.erased_at is not null
  )`
  const [digest] = await selectRows<Digest>(
    tx,
    sql`select count(*)::integer as count, lpad(to_hex(coalesce(bit_xor(part), 0)), 16, '0') as xor
      from (
        select ('x' || left(work.content_hash, 16))::bit(64)::bigint as part
        from ${recordedWork} as work
        where ${isOfPhone}
        union all
        select ('x' || left(photo.hash, 16))::bit(64)::bigint
        from ${recordedWork} as work
        cross join unnest(work.photo_hashes) as sent (hash)
        join ${photos} as photo on photo.hash = sent.hash and photo.runner_id = work.runner_id
        where ${isOfPhone}
      ) as parts`,
  )
  return digest as Digest
}

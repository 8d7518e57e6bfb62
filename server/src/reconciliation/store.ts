import type { Digest } from '@veni/domain/api/reconciliation'
import { and, eq, inArray, isNotNull, isNull, type SQLWrapper, sql } from 'drizzle-orm'
import { selectRows, type Tx } from '../db/client.ts'
import {
  cashPayments,
  customers,
  photos,
  recordedWork,
  reservedDeals,
  settlements,
} from '../db/schema.ts'

/** A runner on one phone. */
export interface RunnerPhone {
  readonly runnerId: number
  /** Made by the phone. */
  readonly phoneId: string
}

export interface FoundWork {
  readonly id: string
  readonly hash: string
  readonly isErased: boolean
}

/**
 * The recorded work of a runner, by the ids of its entries. Locks the rows in one order. The customers are read with a
 * statement of their own: the first one may have waited for an erase, and would still see them as before it.
 */
export async function lockWork(
  tx: Tx,
  runnerId: number,
  ids: readonly string[],
): Promise<FoundWork[]> {
  if (ids.length === 0) return []
  const { id, contentHash: hash, customerId } = recordedWork
  const works = await tx
    .select({ id, hash, customerId })
    .from(recordedWork)
    .where(and(eq(recordedWork.runnerId, runnerId), inArray(recordedWork.id, [...ids])))
    .orderBy(recordedWork.id)
    .for('update')
  const erased = await findErased(
    tx,
    works.flatMap((work) => work.customerId ?? []),
  )
  return works.map((work) => ({ ...work, isErased: erased.has(work.customerId) }))
}

async function findErased(
  tx: Tx,
  customerIds: readonly number[],
): Promise<ReadonlySet<number | null>> {
  if (customerIds.length === 0) return new Set()
  const found = await tx
    .select({ id: customers.id })
    .from(customers)
    .where(and(inArray(customers.id, [...customerIds]), isNotNull(customers.erasedAt)))
  return new Set(found.map(({ id }) => id))
}

export interface SentItem {
  readonly id: string
  readonly photoHashes: readonly string[]
  /** The customer is erased: what an erase has noted with the work must stay, so that the next one finds the photo. */
  readonly isErased: boolean
}

/** Stores which phone has sent these works, with which photos. A row that says so already is not written again. */
export async function storeSenders(
  tx: Tx,
  { runnerId, phoneId }: RunnerPhone,
  items: readonly SentItem[],
): Promise<void> {
  if (items.length === 0) return
  const hashes = sql`case when sent."isErased" then coalesce(work.photo_hashes, sent.hashes)
    else sent.hashes end`
  await tx.execute(sql`
    update ${recordedWork} as work set phone_id = ${phoneId}::uuid, photo_hashes = ${hashes}
    from (
      select id, array(select jsonb_array_elements_text("photoHashes")) as hashes, "isErased"
      from jsonb_to_recordset(${JSON.stringify(items)}::jsonb)
        as item (id uuid, "photoHashes" jsonb, "isErased" boolean)
    ) as sent
    where work.runner_id = ${runnerId} and work.id = sent.id
      and (work.phone_id, work.photo_hashes) is distinct from (${phoneId}::uuid, ${hashes})`)
}

/** @returns which of these visits have a deal of the runner */
export async function findDealVisits(
  tx: Tx,
  runnerId: number,
  visitIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (visitIds.length === 0) return new Set()
  const isOwn = (table: SQLWrapper) =>
    sql`exists (select from ${table} where invoice_id = deal.invoice_id and runner_id = ${runnerId})`
  const found = await selectRows<{ id: string }>(
    tx,
    sql`select visit_id as id from ${reservedDeals} as deal
      where visit_id in (
        select id::uuid from jsonb_array_elements_text(${JSON.stringify(visitIds)}::jsonb) as asked (id)
      ) and (${isOwn(settlements)} or ${isOwn(cashPayments)})`,
  )
  return new Set(found.map(({ id }) => id))
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
    .where(
      and(eq(photos.runnerId, runnerId), inArray(photos.hash, [...hashes]), isNull(photos.lostAt)),
    )
  return new Set(found.map(({ hash }) => hash))
}

/** A day of 100 works with 100 photos fills it in 1,000 days, and a phone forgets what is older than 400. */
const MOST_PARTS = 200_000

/** Whether the phone has sent so many works and photos that their digest would hold up the calls of others. */
export async function hasTooMany(tx: Tx, { runnerId, phoneId }: RunnerPhone): Promise<boolean> {
  const [sent] = await selectRows<{ parts: number }>(
    tx,
    sql`select coalesce(sum(parts), 0)::float8 as parts from (
      select 1 + coalesce(cardinality(photo_hashes), 0) as parts from ${recordedWork}
      where runner_id = ${runnerId} and phone_id = ${phoneId} limit ${MOST_PARTS}
    ) as work`,
  )
  return (sent?.parts ?? 0) >= MOST_PARTS
}

/** The digest of all works of a phone and of those of their photos that the server has, without those of erased customers. */
export async function readDigest(tx: Tx, { runnerId, phoneId }: RunnerPhone): Promise<Digest> {
  // Without `cross join unnest`: with it PostgreSQL looks up each photo alone, and for 32,000 photos reads 20 times as many
  // pages.
  const [digest] = await selectRows<Digest>(
    tx,
    sql`with work as (
        select content_hash, photo_hashes from ${recordedWork} as own
        where own.runner_id = ${runnerId} and own.phone_id = ${phoneId} and not exists (
          select from ${customers} as customer
          where customer.id = own.customer_id and customer.erased_at is not null
        )
      )
      select count(*)::integer as count, lpad(to_hex(coalesce(bit_xor(part), 0)), 16, '0') as xor
      from (
        select ('x' || left(content_hash, 16))::bit(64)::bigint as part from work
        union all
        select ('x' || left(photo.hash, 16))::bit(64)::bigint
        from (select unnest(photo_hashes) as hash from work) as sent
        join ${photos} as photo on photo.hash = sent.hash and photo.runner_id = ${runnerId}
          and photo.lost_at is null
      ) as parts`,
  )
  return digest as Digest
}

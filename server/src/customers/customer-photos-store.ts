/** SQL of the photos of one customer. */
import { eq, inArray, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { type DbOrTx, selectRows, type Tx } from '../db/client.ts'
import { photoHash, photoKey } from '../db/columns.ts'
import {
  cashPayments,
  customers,
  laterPhotos,
  orders,
  photos,
  recordedWork,
  settlements,
} from '../db/schema.ts'
import { selectInvoiceIds } from './personal-data-store.ts'

export interface CustomerPhoto {
  readonly hash: string
  readonly type: string
  /** Who has stored it. */
  readonly runnerIds: readonly number[]
  /** A runner has stored it for something else than the deals and orders of the customer. */
  readonly isOfOtherRunner: boolean
}

/**
 * The photos that the deals and orders of a customer name and that the server has, in the order of the hashes. Of an erased
 * customer also those that {@link noteErasedPhotos} has noted.
 */
export async function selectPhotos(db: DbOrTx, id: number): Promise<CustomerPhoto[]> {
  const named = await selectRows<{ hash: string; runnerIds: number[] }>(
    db,
    sql`select ${photoHash(sql`url`)} as hash, array_agg(distinct runner_id) as "runnerIds" from (
        select runner_id, hair_photo_url as url from ${settlements} where customer_id = ${id}
        union all
        select runner_id, unnest(array[hair_photo_url, cash_receipt_url]) from ${cashPayments} where customer_id = ${id}
        union all
        select runner_id, unnest(array[hair_photo_url, cash_receipt_url]) from ${orders} where customer_id = ${id}
        union all
        select runner_id, url from ${settlements} join ${laterPhotos} using (invoice_id) where customer_id = ${id}
        union all
        select runner_id, url from ${cashPayments} join ${laterPhotos} using (invoice_id) where customer_id = ${id}
        union all
        select runner_id, '/api/images/' || unnest(photo_hashes) || '.' from ${recordedWork}
        where customer_id = ${id} and ${isErased(sql`${id}`)}
      ) as named where ${photoHash(sql`url`)} is not null group by 1`,
  )
  const namers = new Map(named.map(({ hash, runnerIds }) => [hash, runnerIds]))
  const stored = await selectRows<Omit<CustomerPhoto, 'isOfOtherRunner'>>(
    db,
    sql`select hash, type, array_agg(runner_id) as "runnerIds" from ${photos}
      where hash = ${anyOf([...namers.keys()])} group by hash, type order by hash`,
  )
  return stored.map((photo) => ({
    ...photo,
    isOfOtherRunner: photo.runnerIds.some((runner) => !namers.get(photo.hash)?.includes(runner)),
  }))
}

const isErased = (customerId: SQLWrapper) =>
  sql`exists (select from ${customers} where id = ${customerId} and erased_at is not null)`

/** With this the indexes of the photos are used, however many rows there are. */
const anyOf = (values: readonly string[]) =>
  sql`any(array(select jsonb_array_elements_text(${JSON.stringify(values)}::jsonb)))`

/**
 * Which of these photos a deal or an order of another customer names. Each table has an index of its photos. The deal of a
 * later photo can be away with its month (docs/operations.md): then nobody knows whose photo it is, and it stays.
 */
export async function selectNamedByOthers(
  db: DbOrTx,
  id: number,
  hashes: readonly string[],
): Promise<string[]> {
  const wanted = anyOf(hashes)
  const named = (table: PgTable, column: string) => {
    const key = photoKey(sql.raw(column))
    return sql`select ${key} as hash from ${table} where ${key} = ${wanted} and customer_id <> ${id}`
  }
  const key = photoKey(sql`url`)
  const rows = await selectRows<{ hash: string }>(
    db,
    sql`${named(settlements, 'hair_photo_url')}
      union ${named(cashPayments, 'hair_photo_url')}
      union ${named(cashPayments, 'cash_receipt_url')}
      union ${named(orders, 'hair_photo_url')}
      union ${named(orders, 'cash_receipt_url')}
      union
      select ${key} from ${laterPhotos}
        left join ${settlements} as settled on settled.invoice_id = later_photos.invoice_id
        left join ${cashPayments} as paid on paid.invoice_id = later_photos.invoice_id
      where ${key} = ${wanted} and coalesce(settled.customer_id, paid.customer_id) is distinct from ${id}`,
  )
  return rows.map(({ hash }) => hash)
}

/**
 * Which of these photos a phone has sent with the work of another customer, who is not erased. Reads all work of the
 * runners who have stored one of them.
 */
export async function selectSentForOthers(
  db: DbOrTx,
  id: number,
  stored: readonly CustomerPhoto[],
): Promise<string[]> {
  const runners = [...new Set(stored.flatMap(({ runnerIds }) => runnerIds))]
  const rows = await selectRows<{ hash: string }>(
    db,
    sql`select distinct hash from ${recordedWork}, unnest(photo_hashes) as hash
      where runner_id = any(array(select jsonb_array_elements_text(${JSON.stringify(runners)}::jsonb)::integer))
        and customer_id <> ${id} and hash = ${anyOf(stored.map(({ hash }) => hash))}
        and not ${isErased(sql`${recordedWork.customerId}`)}`,
  )
  return rows.map(({ hash }) => hash)
}

/** Lets no new row of a photo be written until the end of the transaction. */
export async function lockPhotos(tx: Tx): Promise<void> {
  await tx.execute(sql`lock table ${photos} in share row exclusive mode`)
}

export async function deletePhotoRows(tx: Tx, deleted: readonly CustomerPhoto[]): Promise<void> {
  const hashes = deleted.map(({ hash }) => hash)
  if (hashes.length > 0) await tx.delete(photos).where(inArray(photos.hash, hashes))
}

/**
 * Notes the hashes of the photos that an erase deletes with the first work of each runner who had stored them: a phone that
 * got no answer sends its photo again, when no row has the address any more. The hash of a photo that stays for others is
 * removed, because the next erase would not delete it either.
 */
export async function noteErasedPhotos(
  tx: Tx,
  id: number,
  {
    found,
    own,
  }: { readonly found: readonly CustomerPhoto[]; readonly own: readonly CustomerPhoto[] },
): Promise<void> {
  // In the order of a comparison, which can lock many works of several customers.
  const isOfCustomer = eq(recordedWork.customerId, id)
  await tx.select().from(recordedWork).where(isOfCustomer).orderBy(recordedWork.id).for('update')
  const deleted = own.flatMap(({ hash, runnerIds }) =>
    runnerIds.map((runnerId) => ({ hash, runnerId })),
  )
  const staying = found.filter((photo) => !own.includes(photo)).map(({ hash }) => hash)
  await tx.execute(sql`
    update ${recordedWork} as work set photo_hashes = array(
      select hash from (
        select unnest(work.photo_hashes) as hash
        union
        select hash from jsonb_to_recordset(${JSON.stringify(deleted)}::jsonb) as photo (hash text, "runnerId" integer)
        where "runnerId" = work.runner_id and work.id = first.id
      ) as noted
      where not ${JSON.stringify(staying)}::jsonb ? hash
      order by hash
    )
    from (
      select distinct on (runner_id) id, runner_id from ${recordedWork}
      where customer_id = ${id} order by runner_id, id
    ) as first
    where work.customer_id = ${id} and first.runner_id = work.runner_id`)
}

/** Which of these customers are erased and have a photo at the server that {@link noteErasedPhotos} has noted. */
export async function findErasedWithPhotos(
  db: DbOrTx,
  customerIds: readonly number[],
): Promise<ReadonlySet<number>> {
  if (customerIds.length === 0) return new Set()
  const rows = await selectRows<{ id: number }>(
    db,
    sql`select distinct work.customer_id as id from ${recordedWork} as work
      cross join unnest(work.photo_hashes) as noted (hash)
      join ${photos} as photo on photo.hash = noted.hash and photo.runner_id = work.runner_id
      where work.customer_id = any(array(
        select jsonb_array_elements_text(${JSON.stringify([...new Set(customerIds)])}::jsonb)::integer
      )) and ${isErased(sql`work.customer_id`)}`,
  )
  return new Set(rows.map((row) => row.id))
}

/**
 * How many photos the deals and orders of a customer name that have not arrived yet. The address stays in the row, so
 * that a later erase finds the photo.
 */
export async function countPhotosToCome(tx: Tx, id: number): Promise<number> {
  const [row] = await selectRows<{ count: number }>(
    tx,
    sql`select count(distinct url)::int as count from (
        select hair_photo_url as url from ${settlements} where customer_id = ${id}
        union all
        select unnest(array[hair_photo_url, cash_receipt_url]) from ${cashPayments} where customer_id = ${id}
        union all
        select unnest(array[hair_photo_url, cash_receipt_url]) from ${orders} where customer_id = ${id}
        union all
        select url from ${laterPhotos} where invoice_id in (${selectInvoiceIds(id)})
      ) as named where url <> ''`,
  )
  return row?.count ?? 0
}

/** SQL of the photos of one customer. */
import { inArray, sql } from 'drizzle-orm'
import { type DbOrTx, selectRows, type Tx } from '../db/client.ts'
import {
  cashPayments,
  laterPhotos,
  orders,
  photos,
  recordedWork,
  settlements,
} from '../db/schema.ts'
import { selectInvoiceIds } from './personal-data-store.ts'

export type CustomerPhoto = {
  readonly hash: string
  readonly type: string
  /** A record of another customer names the same photo, or another runner has stored it for something else. */
  readonly is_shared: boolean
}

/** The photos that the deals and orders of a customer name and that the server has. */
export async function selectPhotos(db: DbOrTx, id: number): Promise<CustomerPhoto[]> {
  return selectRows<CustomerPhoto>(
    db,
    sql`with urls as (
        select customer_id, runner_id, hair_photo_url as url from ${settlements}
        union all
        select customer_id, runner_id, unnest(array[hair_photo_url, cash_receipt_url]) from ${cashPayments}
        union all
        select customer_id, runner_id, unnest(array[hair_photo_url, cash_receipt_url]) from ${orders}
        union all
        select customer_id, runner_id, url from ${laterPhotos} join (
          select invoice_id, customer_id, runner_id from ${settlements}
          union all
          select invoice_id, customer_id, runner_id from ${cashPayments}
        ) as deal using (invoice_id)
      ), named as (
        select customer_id, runner_id, substring(url from '^/api/images/([0-9a-f]{64})[.]') as hash from urls
        union all
        select customer_id, runner_id, unnest(photo_hashes) from ${recordedWork} where customer_id <> ${id}
      )
      select distinct photo.hash, photo.type, exists (
        select from named where named.hash = photo.hash and named.customer_id <> ${id}
      ) or exists (
        select from ${photos} as other where other.hash = photo.hash and not exists (
          select from named
          where named.hash = photo.hash and named.customer_id = ${id} and named.runner_id = other.runner_id
        )
      ) as is_shared
      from ${photos} as photo
      where photo.hash in (select hash from named where customer_id = ${id})
      order by photo.hash`,
  )
}

/** Lets no new row of a photo be written until the end of the transaction. */
export async function lockPhotos(tx: Tx): Promise<void> {
  await tx.execute(sql`lock table ${photos} in share row exclusive mode`)
}

export async function deletePhotoRows(tx: Tx, hashes: readonly string[]): Promise<void> {
  if (hashes.length > 0) await tx.delete(photos).where(inArray(photos.hash, [...hashes]))
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

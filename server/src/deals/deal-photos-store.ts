import type { PhotoRole, PhotoType } from '@veni/domain/photo'
import { sql } from 'drizzle-orm'
import { type DbOrTx, selectRows } from '../db/client.ts'
import { cashPayments, orders, photos, settlements } from '../db/schema.ts'

export type PhotoRow = {
  invoice_id: string
  role: PhotoRole
  url: string
  /** Null when the URL names no photo of our server. */
  hash: string | null
  /** What the server has of the photo, of this runner; null when it has nothing. */
  stored: { type: PhotoType; bytes: number } | null
  /** Invoice ids of other customers' deals that name the same photo, oldest first. */
  used_by: string[]
}

/** Returns the photos that the deals name. A deal without a photo of a role has no row for it. */
export async function selectDealPhotos(
  db: DbOrTx,
  invoiceIds: readonly string[],
): Promise<PhotoRow[]> {
  return selectRows<PhotoRow>(
    db,
    sql`with named as (
        select invoice_id, runner_id, customer_id, completed_at, 'packet' as role, hair_photo_url as url
        from ${settlements}
        union all
        select payment.invoice_id, payment.runner_id, payment.customer_id, completed_at, role, url
        from ${cashPayments} as payment
        left join ${orders} as ordered on ordered.id = payment.order_id
        -- With another image host the phone learns the addresses later, and sends them with the order only.
        cross join lateral (values
          ('packet', coalesce(nullif(payment.hair_photo_url, ''), ordered.hair_photo_url, '')),
          ('receipt', coalesce(nullif(payment.cash_receipt_url, ''), ordered.cash_receipt_url, ''))
        ) as photo (role, url)
      ), photos as (
        select *, substring(url from '^/api/images/([0-9a-f]{64})[.]') as hash from named where url <> ''
      )
      select photo.invoice_id, photo.role, photo.url, photo.hash,
        (
          select jsonb_build_object('type', type, 'bytes', bytes) from ${photos}
          where hash = photo.hash and runner_id = photo.runner_id
        ) as stored,
        coalesce((
          select jsonb_agg(distinct_use.invoice_id order by distinct_use.completed_at, distinct_use.invoice_id)
          from (
            select distinct invoice_id, completed_at from photos
            where hash = photo.hash and customer_id <> photo.customer_id
          ) as distinct_use
        ), '[]'::jsonb) as used_by
      from photos as photo
      join jsonb_array_elements_text(${JSON.stringify(invoiceIds)}::jsonb) as wanted (id)
        on wanted.id = photo.invoice_id
      order by photo.invoice_id, photo.role`,
  )
}

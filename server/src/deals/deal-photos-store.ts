import type { PhotoRole, PhotoType } from '@veni/domain/photo'
import { sql } from 'drizzle-orm'
import { type DbOrTx, selectRows } from '../db/client.ts'
import { photoHash } from '../db/columns.ts'
import { cashPayments, orders, photos, settlements } from '../db/schema.ts'

export type PhotoRow = {
  invoice_id: string
  role: PhotoRole
  url: string
  /** Null when the URL names no photo of our server. */
  hash: string | null
  /** What the server has of the photo, of this runner; null when it has nothing. */
  stored: { type: PhotoType; bytes: number } | null
  /** Invoice ids of at most {@link MOST_USES} other customers' deals that name the same photo, oldest first. */
  used_by: string[]
}

/** One photo may be in every deal of a year. The office needs a few of them to ask the runner. */
const MOST_USES = 10

/** Returns the photos that the deals name. A deal without a photo of a role has no row for it. */
export async function selectDealPhotos(
  db: DbOrTx,
  invoiceIds: readonly string[],
): Promise<PhotoRow[]> {
  return selectRows<PhotoRow>(db, makeDealPhotosQuery(invoiceIds))
}

/** The query of {@link selectDealPhotos}; a test reads its plan. */
export const makeDealPhotosQuery = (invoiceIds: readonly string[]) =>
  sql`with wanted as (
    select id from jsonb_array_elements_text(${JSON.stringify(invoiceIds)}::jsonb) as listed (id)
  ), named as (
    select invoice_id, runner_id, customer_id, 'packet' as role, hair_photo_url as url
    from ${settlements} join wanted on wanted.id = invoice_id
    union all
    select payment.invoice_id, payment.runner_id, payment.customer_id, role, url
    from wanted join ${cashPayments} as payment on payment.invoice_id = wanted.id
    left join ${orders} as ordered on ordered.id = payment.order_id
    -- With another image host the phone learns the addresses later, and sends them with the order only.
    cross join lateral (values
      ('packet', coalesce(nullif(payment.hair_photo_url, ''), ordered.hair_photo_url, '')),
      ('receipt', coalesce(nullif(payment.cash_receipt_url, ''), ordered.cash_receipt_url, ''))
    ) as photo (role, url)
  ), photo as (
    select *, ${photoHash(sql`url`)} as hash from named where url <> ''
  )
  select photo.invoice_id, photo.role, photo.url, photo.hash,
    (
      select jsonb_build_object('type', type, 'bytes', bytes) from ${photos}
      where hash = photo.hash and runner_id = photo.runner_id
    ) as stored,
    coalesce((
      select jsonb_agg(other_use.invoice_id order by other_use.completed_at, other_use.invoice_id)
      from (
        select distinct completed_at, invoice_id from (${selectOtherUses}) as other_deal
        order by completed_at, invoice_id limit ${MOST_USES}
      ) as other_use
    ), '[]'::jsonb) as used_by
  from photo
  order by photo.invoice_id, photo.role`

/** Each part reads an index in its order and stops early, so that the number of deals does not matter. */
const selectOtherUses = sql.join(
  [
    selectDirectUses(settlements, 'hair_photo_url'),
    selectDirectUses(cashPayments, 'hair_photo_url'),
    selectDirectUses(cashPayments, 'cash_receipt_url'),
    selectUsesInOrders('hair_photo_url'),
    selectUsesInOrders('cash_receipt_url'),
  ],
  sql` union all `,
)

type UrlColumn = 'hair_photo_url' | 'cash_receipt_url'

function selectDirectUses(table: typeof settlements | typeof cashPayments, column: UrlColumn) {
  return sql`(
    select deal.completed_at, deal.invoice_id from ${table} as deal
    where ${photoHash(sql.raw(`deal.${column}`))} = photo.hash and deal.customer_id <> photo.customer_id
    order by deal.completed_at, deal.invoice_id limit ${MOST_USES}
  )`
}

/** The deals that name the photo in their order only. */
function selectUsesInOrders(column: UrlColumn) {
  return sql`(
    select deal.completed_at, deal.invoice_id
    from ${orders} as ordered join ${cashPayments} as deal on deal.order_id = ordered.id
    where ${photoHash(sql.raw(`ordered.${column}`))} = photo.hash
      and ${sql.raw(`deal.${column}`)} = '' and deal.customer_id <> photo.customer_id
    order by deal.completed_at, deal.invoice_id limit ${MOST_USES}
  )`
}

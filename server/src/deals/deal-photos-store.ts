import type { PhotoRole, PhotoType } from '@veni/domain/photo'
import { sql } from 'drizzle-orm'
import { type DbOrTx, selectRows } from '../db/client.ts'
import { photoHash, photoKey } from '../db/columns.ts'
import { cashPayments, laterPhotos, orders, photos, settlements } from '../db/schema.ts'

export type PhotoRow = {
  invoice_id: string
  role: PhotoRole
  url: string
  /** Null when the URL names no photo of our server. */
  hash: string | null
  /** What the server has of the photo, of this runner; null when it has nothing. */
  stored: { type: PhotoType; bytes: number; is_lost: boolean } | null
  /** null for the photo of the record. */
  later: { number: number; reason: string; taken_at: string; received_at: string } | null
  /** Invoice ids of at most {@link MOST_USES} other deals and single orders that name the same photo, oldest first. */
  used_by: string[]
  /** The packet and the receipt of the deal are the same photo. */
  is_both: boolean
}

/** One photo may be in every deal of a year. The office needs a few of them to ask the runner. */
export const MOST_USES = 10

/**
 * Returns the photos that the deals name, and after each photo those that replaced it, in their order. A deal without a
 * photo of a role has no row for it.
 */
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
  ), recorded as (${selectRecordedPhotos}
  ), named as (
    select *, 0 as number, null::jsonb as later from recorded
    union all
    select recorded.invoice_id, runner_id, recorded.role, later.url, later.number, jsonb_build_object(
      'number', later.number, 'reason', reason, 'taken_at', taken_at, 'received_at', created_at
    )
    from recorded join ${laterPhotos} as later
      on later.invoice_id = recorded.invoice_id and later.role = recorded.role
  ), photo as (
    select *, ${photoHash(sql`url`)} as hash, ${photoKey(sql`url`)} as key from named where url <> ''
  )
  select photo.invoice_id, photo.role, photo.url, photo.hash, photo.later,
    (
      select jsonb_build_object('type', type, 'bytes', bytes, 'is_lost', lost_at is not null) from ${photos}
      where hash = photo.hash and runner_id = photo.runner_id
    ) as stored,
    coalesce((
      select jsonb_agg(other_use.invoice_id order by other_use.completed_at, other_use.invoice_id)
      from (
        select distinct completed_at, invoice_id from (${selectOtherUses}) as other_deal
        order by completed_at, invoice_id limit ${MOST_USES}
      ) as other_use
    ), '[]'::jsonb) as used_by,
    min(photo.role) over same <> max(photo.role) over same as is_both
  from photo
  window same as (partition by photo.invoice_id, photo.key)
  order by photo.invoice_id, photo.role, photo.number`

/** The photos that the records and orders of the wanted deals name. */
const selectRecordedPhotos = sql`
    select invoice_id, runner_id, 'packet' as role, hair_photo_url as url
    from ${settlements} join wanted on wanted.id = invoice_id
    union all
    select payment.invoice_id, payment.runner_id, role, url
    from wanted join ${cashPayments} as payment on payment.invoice_id = wanted.id
    left join ${orders} as ordered on ordered.id = payment.order_id
    -- With another image host the phone learns the addresses later, and sends them with the order only.
    cross join lateral (values
      ('packet', coalesce(nullif(payment.hair_photo_url, ''), ordered.hair_photo_url, '')),
      ('receipt', coalesce(nullif(payment.cash_receipt_url, ''), ordered.cash_receipt_url, ''))
    ) as photo (role, url)`

/** Each part reads an index in its order and stops early, so that the number of deals does not matter. */
const selectOtherUses = sql.join(
  [
    selectDirectUses(settlements, 'hair_photo_url'),
    selectDirectUses(cashPayments, 'hair_photo_url'),
    selectDirectUses(cashPayments, 'cash_receipt_url'),
    selectUsesInOrders('hair_photo_url'),
    selectUsesInOrders('cash_receipt_url'),
    selectLaterUses(settlements),
    selectLaterUses(cashPayments),
  ],
  sql` union all `,
)

type UrlColumn = 'hair_photo_url' | 'cash_receipt_url'

function selectDirectUses(table: typeof settlements | typeof cashPayments, column: UrlColumn) {
  return sql`(
    select deal.completed_at, deal.invoice_id from ${table} as deal
    where ${photoKey(sql.raw(`deal.${column}`))} = photo.key and deal.invoice_id <> photo.invoice_id
    order by deal.completed_at, deal.invoice_id limit ${MOST_USES}
  )`
}

/**
 * The deals whose order names the photo, and single orders that do (`order 7`). Only the oldest orders are looked at: a
 * photo may be in any number of them.
 */
function selectUsesInOrders(column: UrlColumn) {
  return sql`(
    select coalesce(deal.completed_at, ordered.created_at) as completed_at,
      coalesce(deal.invoice_id, ordered.invoice_id, 'order ' || ordered.id) as invoice_id
    from (
      select id, invoice_id, created_at from ${orders} as ordered
      where ${photoKey(sql.raw(`ordered.${column}`))} = photo.key
        and ordered.invoice_id is distinct from photo.invoice_id
      order by id limit ${MOST_USES + 1}
    ) as ordered
    left join lateral (
      select invoice_id, completed_at from ${cashPayments} where order_id = ordered.id limit ${MOST_USES}
    ) as deal on true
    where deal.invoice_id is distinct from photo.invoice_id
  )`
}

/** The deals for which the photo was taken later. */
function selectLaterUses(table: typeof settlements | typeof cashPayments) {
  return sql`(
    select deal.completed_at, deal.invoice_id
    from (
      select invoice_id from ${laterPhotos} as later
      where ${photoKey(sql.raw('later.url'))} = photo.key and later.invoice_id <> photo.invoice_id
      limit ${MOST_USES}
    ) as later join ${table} as deal on deal.invoice_id = later.invoice_id
  )`
}

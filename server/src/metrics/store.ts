import { type SQL, sql } from 'drizzle-orm'
import { type DbOrTx, selectRows } from '../db/client.ts'
import { photoHash } from '../db/columns.ts'
import { cashPayments, phones, photos, settlements } from '../db/schema.ts'

/** What all phones have reported, and the numbers of the tables. */
export interface PhoneFigures {
  /** Phones that have reported unsent work, and how many deals they have. */
  readonly unsentPhones: number
  readonly unsentDeals: number
  /** The age of the oldest unsent work in s, by the clocks of the phones; 0 without unsent work. */
  readonly oldestUnsentS: number
  /** Of the table that has used most of its row numbers: which part of them, 0 to 1. */
  readonly numbersUsed: number
}

export async function readPhoneFigures(db: DbOrTx): Promise<PhoneFigures> {
  const [figures] = await selectRows<PhoneFigures>(
    db,
    sql`select
        count(*)::integer as "unsentPhones",
        coalesce(sum(${phones.unsentDeals}), 0)::float8 as "unsentDeals",
        greatest(coalesce(extract(epoch from now() - min(${phones.unsentSince})), 0), 0)::float as "oldestUnsentS",
        (select coalesce(max(last_value::float / max_value), 0) from pg_sequences
          where schemaname = 'public') as "numbersUsed"
      from ${phones}
      where ${phones.unsentSince} is not null`,
  )
  if (!figures) throw new Error('an aggregate without a row')
  return figures
}

/** Counts of the deals that were received since a given time. */
export interface DealFigures {
  readonly settlements: number
  /** Settlements whose items are not delivered yet. */
  readonly toDeliver: number
  readonly payments: number
  /**
   * Photos with an address of our server that these deals name, and that the server has not received from their runner or
   * has lost. Two deals of one page can name the same photo: it counts once.
   */
  readonly pendingPhotos: number
}

/** Reads a page of deals with each statement, so that none of them is long. @param pageSize how many deals */
export async function readDealFigures(
  db: DbOrTx,
  since: Date,
  pageSize = PAGE,
): Promise<DealFigures> {
  const settled = await countDeals(db, settledDeals, { since, pageSize })
  const paid = await countDeals(db, paidDeals, { since, pageSize })
  return {
    settlements: settled.deals,
    toDeliver: settled.toDeliver,
    payments: paid.deals,
    pendingPhotos: settled.pendingPhotos + paid.pendingPhotos,
  }
}

const PAGE = 5_000

/** The deals of one kind with the addresses of their photos. An index has them in the order of the pages. */
const settledDeals = sql`select created_at, invoice_id, runner_id, status, array[hair_photo_url] as urls from ${settlements}`
const paidDeals = sql`select created_at, invoice_id, runner_id, 'delivered' as status, array[hair_photo_url, cash_receipt_url] as urls from ${cashPayments}`

interface Counts {
  readonly deals: number
  readonly toDeliver: number
  readonly pendingPhotos: number
}

async function countDeals(
  db: DbOrTx,
  dealsOfKind: SQL,
  { since, pageSize }: { readonly since: Date; readonly pageSize: number },
): Promise<Counts> {
  const sums = { deals: 0, toDeliver: 0, pendingPhotos: 0 }
  let after: Position = { at: since.toISOString(), id: LAST_ID }
  for (;;) {
    const page = await countPage(db, dealsOfKind, { after, pageSize })
    sums.deals += page.deals
    sums.toDeliver += page.toDeliver
    sums.pendingPhotos += page.pendingPhotos
    if (page.deals < pageSize) return sums
    after = { at: page.lastAt, id: page.lastId }
  }
}

/** The place of a deal in the order of receipt. */
interface Position {
  readonly at: string
  readonly id: string
}

/** After each invoice id. */
const LAST_ID = '\u{10FFFF}'

/**
 * Compares a part of the address with the hashes, because the pattern of {@link photoHash} takes much longer: it only looks
 * at the addresses without a photo.
 */
async function countPage(
  db: DbOrTx,
  dealsOfKind: SQL,
  { after, pageSize }: { readonly after: Position; readonly pageSize: number },
): Promise<Counts & { readonly lastAt: string; readonly lastId: string }> {
  const [page] = await selectRows<Counts & { lastAt: string; lastId: string }>(
    db,
    sql`with deal as materialized (
        ${dealsOfKind} where (created_at, invoice_id) > (${after.at}::timestamptz, ${after.id})
        order by created_at, invoice_id limit ${pageSize}
      ), named as materialized (
        select distinct runner_id, url from deal, unnest(urls) as url where url like '/api/images/%'
      )
      select
        (select count(*)::integer from deal) as deals,
        (select count(*)::integer from deal where status <> 'delivered') as "toDeliver",
        (select created_at::text from deal order by created_at desc, invoice_id desc limit 1) as "lastAt",
        (select invoice_id from deal order by created_at desc, invoice_id desc limit 1) as "lastId",
        count(${photoHash(sql`url`)})::integer as "pendingPhotos"
      from named
      where not exists (
        select from ${photos}
        where ${photos.hash} = substr(url, ${HASH_AT}, ${HASH_LENGTH})
          and ${photos.runnerId} = named.runner_id and ${photos.lostAt} is null
      )`,
  )
  if (!page) throw new Error('an aggregate without a row')
  return page
}

const HASH_AT = '/api/images/'.length + 1
const HASH_LENGTH = 64

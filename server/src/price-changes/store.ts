import { sql } from 'drizzle-orm'
import { selectRows, type Tx } from '../db/client.ts'
import type { PricedKind } from '../db/history-schema.ts'
import { PerTransaction } from '../db/per-transaction.ts'
import { priceChanges } from '../db/schema.ts'

/**
 * Today's price of each record; null for a hair type that the office does not pay for. Hair types have a minimum weight
 * in grams.
 */
const currentPrices = sql`(
  select 'hair' as kind, hair_type as name, case when is_active then price_per_20g_paise end as price_paise,
    minimum_weight_grams
  from hair_prices
  union all
  select 'product', product_id, price_paise, null from products
)`

/** Adds a row for each of these records whose price differs from the last row. */
export async function insertPriceChanges(
  tx: Tx,
  kind: PricedKind,
  names: readonly string[],
): Promise<void> {
  await tx.execute(sql`
    insert into ${priceChanges} (kind, name, price_paise)
    select current.kind, current.name, current.price_paise
    from ${currentPrices} as current
    join jsonb_array_elements_text(${JSON.stringify(names)}::jsonb) as changed (name)
      on changed.name = current.name
    left join lateral (
      select id, price_paise from ${priceChanges}
      where kind = current.kind and name = current.name order by id desc limit 1
    ) as last on true
    where current.kind = ${kind}
      and (last.id is null or last.price_paise is distinct from current.price_paise)`)
}

export type Names = Readonly<Record<PricedKind, readonly string[]>>

export interface PriceRow {
  readonly kind: PricedKind
  readonly name: string
  /** Null while the office does not pay for this hair type. */
  readonly price_paise: number | null
  /** When the price ended, in ms since 1970; null for today's price. */
  readonly ended_at: number | null
  /** Of today's row of a hair type, which has no history. */
  readonly minimum_weight_grams: number | null
}

/** What each transaction has read, by kind and name. The office changes prices in transactions of its own. */
const readRows = new PerTransaction(() => new Map<string, PriceRow[]>())

/**
 * Today's prices of these records, and every other price that was valid at some time since `from`. Reads each record once
 * in a transaction, which must use the same `from`.
 */
export async function findPrices(tx: Tx, names: Names, from: Date): Promise<PriceRow[]> {
  const known = readRows.of(tx)
  const wanted = [...names.hair.map(toKey('hair')), ...names.product.map(toKey('product'))]
  const missing = [...new Set(wanted)].filter((key) => !known.has(key))
  if (missing.length > 0) {
    for (const key of missing) known.set(key, [])
    for (const row of await selectPrices(tx, missing, from))
      known.get(toKey(row.kind)(row.name))?.push(row)
  }
  return [...new Set(wanted)].flatMap((key) => known.get(key) ?? [])
}
const toKey = (kind: PricedKind) => (name: string) => JSON.stringify([kind, name])

/** @param keys JSON of kind and name */
async function selectPrices(tx: Tx, keys: readonly string[], from: Date): Promise<PriceRow[]> {
  return selectRows<PriceRow>(
    tx,
    sql`with wanted as (
        select record->>0 as kind, record->>1 as name
        from jsonb_array_elements(${`[${keys.join()}]`}::jsonb) as wanted (record)
      ), earlier as (
        select kind, name, price_paise,
          lead(valid_from) over (partition by kind, name order by id) as valid_until
        from ${priceChanges} where (kind, name) in (select kind, name from wanted)
      )
      select kind, name, price_paise::float8 as price_paise, null::float8 as ended_at, minimum_weight_grams
      from ${currentPrices} as current where (kind, name) in (select kind, name from wanted)
      union all
      select kind, name, price_paise::float8, extract(epoch from valid_until)::float8 * 1000, null
      from earlier where valid_until > ${from.toISOString()}::timestamptz`,
  )
}

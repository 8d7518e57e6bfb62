import { inArray, sql } from 'drizzle-orm'
import { type DbOrTx, selectRows, type Tx } from '../db/client.ts'
import type { PricedKind } from '../db/history-schema.ts'
import { hairPrices, priceChanges } from '../db/schema.ts'

/** Today's price of each record; null for a hair type that the office does not pay for. */
const currentPrices = sql`(
  select 'hair' as kind, hair_type as name, case when is_active then price_per_20g_paise end as price_paise
  from hair_prices
  union all
  select 'product', product_id, price_paise from products
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

export type PriceRow = {
  kind: PricedKind
  name: string
  price_paise: number
  is_current: boolean
}

/** Today's prices of these records, and every other price that was valid at some time since `from`. */
export async function selectPrices(
  db: DbOrTx,
  names: Readonly<Record<PricedKind, readonly string[]>>,
  from: Date,
): Promise<PriceRow[]> {
  return selectRows<PriceRow>(
    db,
    sql`with wanted as (
        select 'hair' as kind, name from jsonb_array_elements_text(${JSON.stringify(names.hair)}::jsonb) as hair (name)
        union
        select 'product', name from jsonb_array_elements_text(${JSON.stringify(names.product)}::jsonb) as product (name)
      ), earlier as (
        select kind, name, price_paise,
          lead(valid_from) over (partition by kind, name order by id) as valid_until
        from ${priceChanges} where (kind, name) in (select kind, name from wanted)
      ), prices as (
        select kind, name, price_paise, true as is_current
        from ${currentPrices} as current where (kind, name) in (select kind, name from wanted)
        union all
        select kind, name, price_paise, false from earlier where valid_until > ${from.toISOString()}::timestamptz
      )
      select kind, name, price_paise::float8 as price_paise, bool_or(is_current) as is_current
      from prices where price_paise is not null group by kind, name, price_paise`,
  )
}

/** Today's minimum weights in grams by hair type; they have no history. */
export async function selectHairMinimums(
  db: DbOrTx,
  hairTypes: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .select({ hairType: hairPrices.hairType, grams: hairPrices.minimumWeightGrams })
    .from(hairPrices)
    .where(inArray(hairPrices.hairType, [...hairTypes]))
  return new Map(rows.map(({ hairType, grams }) => [hairType, grams]))
}

import type { OfficePrices } from '@veni/domain/deal/recount'
import { paise } from '@veni/domain/money'
import { and, eq, inArray } from 'drizzle-orm'
import type { Tx } from '../db/client.ts'
import { hairPrices, products } from '../db/schema.ts'

/** What the office pays and asks now, for these hair types and gifts; those it does not deal in are not in the maps. */
export async function findOfficePrices(
  tx: Tx,
  hairTypes: readonly string[],
  productIds: readonly string[],
): Promise<OfficePrices> {
  const isPaidFor = and(inArray(hairPrices.hairType, [...hairTypes]), eq(hairPrices.isActive, true))
  const hair = await tx
    .select({ name: hairPrices.hairType, price: hairPrices.pricePer20gPaise })
    .from(hairPrices)
    .where(isPaidFor)
  const gifts = await tx
    .select({ name: products.productId, price: products.pricePaise })
    .from(products)
    .where(inArray(products.productId, [...productIds]))
  return { hair: toMap(hair), gifts: toMap(gifts) }
}

const toMap = (rows: readonly { name: string; price: number }[]) =>
  new Map(rows.map(({ name, price }) => [name, paise(price)]))

import { LONGEST_DELAY_MS } from '@veni/domain/deal/flags'
import type { CurrentPrices } from '@veni/domain/deal/recount'
import { paise, type Paise } from '@veni/domain/money'
import type { DbOrTx } from '../db/client.ts'
import type { PricedKind } from '../db/history-schema.ts'
import { type PriceRow, selectPrices } from './store.ts'

export {
  insertPriceChanges as recordPriceChanges,
  selectHairMinimums as findHairMinimums,
} from './store.ts'

export interface KnownPrices {
  readonly current: CurrentPrices
  /** Today's and earlier prices by hair type and by product id. */
  readonly hair: ReadonlyMap<string, ReadonlySet<Paise>>
  readonly products: ReadonlyMap<string, ReadonlySet<Paise>>
}

/** Returns today's prices of these hair types and products, and those that were valid at some time since `from`. */
export async function findKnownPrices(
  db: DbOrTx,
  hairTypes: readonly string[],
  productIds: readonly string[],
  from: Date,
): Promise<KnownPrices> {
  const rows = await selectPrices(db, { hair: hairTypes, product: productIds }, from)
  return {
    current: { hair: toCurrent(rows, 'hair'), products: toCurrent(rows, 'product') },
    hair: toKnown(rows, 'hair'),
    products: toKnown(rows, 'product'),
  }
}

/** A phone that was without network may still use the prices of its last contact. */
const OLDEST_PRICES_MS = 31 * 86_400_000

/**
 * Since when the prices of a deal or an order may have been valid. One that claims to be older than the longest way of
 * a deal gets no older prices for it. @param completedAt ms since 1970
 */
export function findOldestContact(completedAt: number, now: Date): Date {
  const earliest = now.getTime() - LONGEST_DELAY_MS
  return new Date(Math.min(Math.max(completedAt, earliest), now.getTime()) - OLDEST_PRICES_MS)
}

function toCurrent(rows: readonly PriceRow[], kind: PricedKind): Map<string, Paise> {
  const current = rows.filter((row) => row.kind === kind && row.is_current)
  return new Map(current.map(({ name, price_paise }) => [name, paise(price_paise)]))
}

function toKnown(rows: readonly PriceRow[], kind: PricedKind): Map<string, Set<Paise>> {
  const known = new Map<string, Set<Paise>>()
  for (const { name, price_paise } of rows.filter((row) => row.kind === kind)) {
    const prices = known.get(name) ?? new Set()
    known.set(name, prices.add(paise(price_paise)))
  }
  return known
}

import { LONGEST_DELAY_MS } from '@veni/domain/deal/recorded-time'
import type { CurrentPrices } from '@veni/domain/deal/recount'
import { paise, type Paise } from '@veni/domain/money'
import type { Tx } from '../db/client.ts'
import type { PricedKind } from '../db/history-schema.ts'
import { findPrices, type Names, type PriceRow } from './store.ts'

export { insertPriceChanges as recordPriceChanges, type Names as PricedNames } from './store.ts'

export interface KnownPrices {
  readonly current: CurrentPrices
  /** Today's and earlier prices by hair type and by product id. */
  readonly hair: ReadonlyMap<string, ReadonlySet<Paise>>
  readonly products: ReadonlyMap<string, ReadonlySet<Paise>>
  /** Today's minimum weights in grams by hair type. */
  readonly hairMinimums: ReadonlyMap<string, number>
}

/** When the runner completed a deal or an order, and when it arrived. Both are ms since 1970. */
export interface DealTimes {
  readonly completedAt: number
  readonly receivedAt: number
}

/** Reads the prices of all that the transaction will check, in one statement. */
export async function readKnownPrices(tx: Tx, names: Names, receivedAt: number): Promise<void> {
  await findPrices(tx, names, findOldestContact({ completedAt: 0, receivedAt }))
}

/** Returns today's prices of these hair types and products, and those that the phone may have used. */
export async function findKnownPrices(
  tx: Tx,
  names: Names,
  times: DealTimes,
): Promise<KnownPrices> {
  const { receivedAt } = times
  const rows = await findPrices(tx, names, findOldestContact({ completedAt: 0, receivedAt }))
  const from = findOldestContact(times).getTime()
  const valid = rows.filter(({ ended_at }) => ended_at === null || ended_at > from)
  return {
    current: {
      hair: toCurrent(valid, 'hair'),
      products: toCurrent(valid, 'product'),
    },
    hair: toKnown(valid, 'hair'),
    products: toKnown(valid, 'product'),
    hairMinimums: new Map(
      valid.flatMap(({ name, minimum_weight_grams: grams }) =>
        grams === null ? [] : [[name, grams]],
      ),
    ),
  }
}

/** A phone that was without network may still use the prices of its last contact. */
const OLDEST_PRICES_MS = 31 * 86_400_000

/**
 * Since when the prices of a deal or an order may have been valid. One that claims to be older than the longest way of
 * a deal gets no older prices for it.
 */
function findOldestContact({ completedAt, receivedAt }: DealTimes): Date {
  const earliest = receivedAt - LONGEST_DELAY_MS
  return new Date(Math.min(Math.max(completedAt, earliest), receivedAt) - OLDEST_PRICES_MS)
}

function toCurrent(rows: readonly PriceRow[], kind: PricedKind): Map<string, Paise> {
  return new Map(
    rows.flatMap((row) =>
      row.kind === kind && row.ended_at === null && row.price_paise !== null
        ? [[row.name, paise(row.price_paise)]]
        : [],
    ),
  )
}

function toKnown(rows: readonly PriceRow[], kind: PricedKind): Map<string, Set<Paise>> {
  const known = new Map<string, Set<Paise>>()
  for (const row of rows) {
    if (row.kind !== kind || row.price_paise === null) continue
    const prices = known.get(row.name) ?? new Set()
    known.set(row.name, prices.add(paise(row.price_paise)))
  }
  return known
}

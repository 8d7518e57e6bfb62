/** The prices of the office, which are the same for every customer. The office can change them during a shift. */
import type { Db } from '../server/src/db/client.ts'
import { hairPrices, products } from '../server/src/db/schema.ts'
import { importRecords } from '../server/src/ops/import/records/import-records.ts'
import { changePricesAt } from '../server/test/setup/price-history.ts'
import { whileBusy } from './idle.ts'
import type { Random } from './random.ts'

export const HAIR_TYPES = ['black_hair', 'grey_hair', 'white_hair'] as const
export const PRODUCT_IDS = ['ricecooker', 'handbag', 'steelpot'] as const
const MINIMUM_GRAMS = 20

/** In paise, in the order of the types and products. */
export interface Prices {
  /** The price of 20 g of each hair type. */
  readonly hair: readonly number[]
  readonly products: readonly number[]
}

export const firstPrices: Prices = {
  hair: [7_025, 4_933, 2_944],
  products: [120_644, 29_44, 57_199],
}

const lowerBy = (paise: number): Prices => ({
  hair: firstPrices.hair.map((price) => price - paise),
  products: firstPrices.products.map((price) => price - paise),
})

/** What the office had before the first prices, the oldest first. */
export const oldPrices = [
  { prices: lowerBy(633), endedDaysAgo: 100 },
  { prices: lowerBy(422), endedDaysAgo: 45 },
  { prices: lowerBy(211), endedDaysAgo: 20 },
] as const

/** Imports everything that the office had before the shift, each list at its time. */
export async function importFirstPrices(db: Db, now: number): Promise<void> {
  const lists = [...oldPrices.map(({ prices }) => prices), firstPrices]
  const starts = [300, ...oldPrices.map(({ endedDaysAgo }) => endedDaysAgo)]
  for (const [at, prices] of lists.entries())
    await importPrices(db, prices, new Date(now - (starts[at] ?? 0) * DAY_MS))
}

export const DAY_MS = 86_400_000

/** One hair type and one product get another price. */
export function changePrices({ hair, products: others }: Prices, size: number): Prices {
  const changeOne = (prices: readonly number[], at: number) =>
    prices.map((price, index) => (index === at % prices.length ? price + 1 + (size % 997) : price))
  return { hair: changeOne(hair, size), products: changeOne(others, Math.floor(size / 3)) }
}

/** As `ops import hair-prices` and `ops import products`, at this moment of virtual time. */
export async function importPrices(db: Db, prices: Prices, now: Date): Promise<void> {
  const rupees = (paise: number | undefined) => ((paise ?? 0) / 100).toFixed(2)
  const files = {
    'hair-prices': [
      'hair_type,price_per_20g,minimum_weight_grams,is_active',
      ...HAIR_TYPES.map((type, at) => `${type},${rupees(prices.hair[at])},${MINIMUM_GRAMS},true`),
    ],
    products: [
      'id,productId,name,weight,price,image_url',
      ...PRODUCT_IDS.map((id, at) => `${at + 1},${id},${id},,${rupees(prices.products[at])},`),
    ],
  }
  const refuse = (what: unknown) => {
    throw new Error(`not imported: ${JSON.stringify(what)}`)
  }
  await changePricesAt(db, now, async () => {
    for (const kind of ['hair-prices', 'products'] as const) {
      const options = { skipBad: false, onBadRow: refuse, onDiscarded: refuse }
      await importRecords(db, kind, bytesOf(`${files[kind].join('\n')}\n`), options)
    }
  })
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(Buffer.from(text))
}

export interface PriceList {
  /** @returns the prices that the phone uses for a visit, which may be old */
  readonly show: () => Promise<Prices>
}

/** How likely it is that the phone reads the prices again before a visit. */
const IS_READ_AGAIN = 0.5
/** How likely it is that the phone had no network since before the first prices. */
const IS_OLD = 0.3
/** How likely it is that a visit has prices that the office never had, as when somebody has changed the app. */
const IS_INVENTED = 0.1

/** The phone has read the prices before the shift, sometimes long before. */
export function createPriceList(db: Db, random: Random): PriceList {
  const old = random() < IS_OLD ? oldPrices[Math.floor(random() * oldPrices.length)] : undefined
  let shown = old?.prices ?? firstPrices
  const read = async (): Promise<Prices> => {
    const [hair, others] = [await db.select().from(hairPrices), await db.select().from(products)]
    return {
      hair: HAIR_TYPES.map(
        (type) => hair.find(({ hairType }) => hairType === type)?.pricePer20gPaise ?? 0,
      ),
      products: PRODUCT_IDS.map(
        (id) => others.find(({ productId }) => productId === id)?.pricePaise ?? 0,
      ),
    }
  }
  return {
    async show() {
      if (random() < IS_READ_AGAIN) shown = await whileBusy(read())
      return random() < IS_INVENTED ? changePrices(shown, Math.floor(random() * 1e6)) : shown
    },
  }
}

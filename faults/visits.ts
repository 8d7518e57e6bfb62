/** The hair and products of a visit, valued once by the app's rules and once independently of them. */
import { addProduct, setQuantity } from '@veni/domain/cart'
import type { HairPrice } from '@veni/domain/hair'
import { paise } from '@veni/domain/money'
import type { Product } from '@veni/domain/product'
import { openVisit, weigh, type Visit } from '@veni/domain/visit'
import { HAIR_TYPES, type Prices, PRODUCT_IDS } from './prices.ts'
import type { Contents } from './shift.ts'

/** What was weighed and chosen, with the prices that the phone had. */
export interface PricedContents extends Contents {
  readonly prices: Prices
}

const toHairPrices = ({ hair }: Prices): HairPrice[] =>
  HAIR_TYPES.map((hairType, at) => ({
    hairType,
    pricePer20gPaise: paise(hair[at] ?? 0),
    minimumWeightGrams: 20,
  }))

export const toProducts = (prices: Prices): Product[] =>
  PRODUCT_IDS.map((productId, at) => ({
    id: productId,
    productId,
    name: productId,
    description: 'Product',
    pricePaise: paise(prices.products[at] ?? 0),
    imageUrl: '',
  }))

export function visitWith(
  id: string,
  customerId: string,
  { milligrams, pieces, prices }: PricedContents,
): Visit {
  const customer = {
    id: customerId,
    name: longText(`Customer of ${id}`),
    mobile: '',
    email: '',
    location: 'Karimnagar',
  }
  const hair: Record<string, number> = Object.fromEntries(
    milligrams.map((weight, index) => [HAIR_TYPES[index] ?? '', weight / 1_000] as const),
  )
  const weighed = weigh(openVisit(id, customer), hair, toHairPrices(prices))
  const products = toProducts(prices)
  const cart = pieces.reduce((filled, count, index) => {
    const product = products[index]
    return product ? setQuantity(addProduct(filled, product), product.productId, count) : filled
  }, weighed.cart)
  return { ...weighed, cart }
}

export interface Value {
  readonly hairPaise: number
  readonly itemsPaise: number
}

/** In whole milligrams and paise, without fractions. */
export function expectedValue({ milligrams, pieces, prices }: PricedContents): Value {
  const perRupee = 20_000n * 100n
  const exact = milligrams.reduce(
    (sum, weight, index) => sum + BigInt(weight) * BigInt(prices.hair[index] ?? 0),
    0n,
  )
  const itemsPaise = pieces.reduce(
    (sum, count, index) => sum + count * (prices.products[index] ?? 0),
    0,
  )
  return { hairPaise: Number((2n * exact + perRupee) / (2n * perRupee)) * 100, itemsPaise }
}

/** The hair lines of a row, in the order of the types. A line is worth what it is worth alone, to the nearest paisa. */
export const expectedLines = ({ milligrams, prices }: PricedContents) =>
  milligrams.map((weight, index) => {
    const price = prices.hair[index] ?? 0
    const exact = 2n * BigInt(weight) * BigInt(price) + 20_000n
    return [HAIR_TYPES[index], weight / 1_000, price / 100, Number(exact / 40_000n) / 100]
  })

/** The items of a row, in the order of the products. */
export const expectedItems = ({ pieces, prices }: PricedContents) =>
  pieces.flatMap((count, index) =>
    count > 0 ? [[PRODUCT_IDS[index], count, (prices.products[index] ?? 0) / 100]] : [],
  )

/** 500 UTF-16 units, the longest text of a record, with letters of several bytes up to the last one. */
export function longText(start: string): string {
  const end = 'చివర💇'
  return `${start} ${'జుట్టు '.repeat(80)}`.slice(0, 500 - end.length) + end
}

export const place = { latitude: 18.43, longitude: 79.13, address: longText('Karimnagar') }

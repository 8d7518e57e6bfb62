/** The hair and products of a visit, valued once by the app's rules and once independently of them. */
import { addProduct, setQuantity } from '@veni/domain/cart'
import type { HairPrice } from '@veni/domain/hair'
import { paise } from '@veni/domain/money'
import type { Product } from '@veni/domain/product'
import { openVisit, weigh, type Visit } from '@veni/domain/visit'
import type { Contents } from './shift.ts'

const hairPrices: readonly HairPrice[] = (
  [
    ['black_hair', 7_025],
    ['grey_hair', 4_933],
    ['white_hair', 2_944],
  ] as const
).map(([hairType, price]) => ({
  hairType,
  pricePer20gPaise: paise(price),
  minimumWeightGrams: 20,
}))

export const products: readonly Product[] = (
  [
    ['ricecooker', 120_644],
    ['handbag', 29_44],
    ['steelpot', 57_199],
  ] as const
).map(([productId, price]) => ({
  id: productId,
  productId,
  name: productId,
  description: 'Product',
  pricePaise: paise(price),
  imageUrl: '',
}))

export function visitWith(id: string, customerId: string, { milligrams, pieces }: Contents): Visit {
  const customer = {
    id: customerId,
    name: longText(`Customer of ${id}`),
    mobile: '',
    email: '',
    location: 'Karimnagar',
  }
  const hair: Record<string, number> = Object.fromEntries(
    milligrams.map((weight, index) => [hairPrices[index]?.hairType ?? '', weight / 1_000] as const),
  )
  const weighed = weigh(openVisit(id, customer), hair, hairPrices)
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
export function expectedValue({ milligrams, pieces }: Contents): Value {
  const perRupee = 20_000n * 100n
  const exact = milligrams.reduce(
    (sum, weight, index) => sum + BigInt(weight) * BigInt(hairPrices[index]?.pricePer20gPaise ?? 0),
    0n,
  )
  const itemsPaise = pieces.reduce(
    (sum, count, index) => sum + count * (products[index]?.pricePaise ?? 0),
    0,
  )
  return { hairPaise: Number((2n * exact + perRupee) / (2n * perRupee)) * 100, itemsPaise }
}

/** The hair lines of a row, in the order of the types. A line is worth what it is worth alone, to the nearest paisa. */
export const expectedLines = ({ milligrams }: Contents) =>
  milligrams.map((weight, index) => {
    const { hairType = '', pricePer20gPaise = 0 } = hairPrices[index] ?? {}
    const exact = 2n * BigInt(weight) * BigInt(pricePer20gPaise) + 20_000n
    return [hairType, weight / 1_000, pricePer20gPaise / 100, Number(exact / 40_000n) / 100]
  })

/** The items of a row, in the order of the products. */
export const expectedItems = ({ pieces }: Contents) =>
  pieces.flatMap((count, index) => {
    const { productId = '', pricePaise = 0 } = products[index] ?? {}
    return count > 0 ? [[productId, count, pricePaise / 100]] : []
  })

/** 500 UTF-16 units, the longest text of a record, with letters of several bytes up to the last one. */
export function longText(start: string): string {
  const end = 'చివర💇'
  return `${start} ${'జుట్టు '.repeat(80)}`.slice(0, 500 - end.length) + end
}

export const place = { latitude: 18.43, longitude: 79.13, address: longText('Karimnagar') }

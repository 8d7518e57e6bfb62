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

export function visitWith(id: string, customerId: string, { decigrams, pieces }: Contents): Visit {
  const customer = {
    id: customerId,
    name: 'Customer',
    mobile: '',
    email: '',
    location: 'Karimnagar',
  }
  const hair: Record<string, number> = Object.fromEntries(
    decigrams.map((weight, index) => [hairPrices[index]?.hairType ?? '', weight / 10] as const),
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

/** In whole tenths of a gram and paise, without fractions. */
export function expectedValue({ decigrams, pieces }: Contents): Value {
  const perRupee = 200n * 100n
  const exact = decigrams.reduce(
    (sum, weight, index) => sum + BigInt(weight) * BigInt(hairPrices[index]?.pricePer20gPaise ?? 0),
    0n,
  )
  const itemsPaise = pieces.reduce(
    (sum, count, index) => sum + count * (products[index]?.pricePaise ?? 0),
    0,
  )
  return { hairPaise: Number((2n * exact + perRupee) / (2n * perRupee)) * 100, itemsPaise }
}

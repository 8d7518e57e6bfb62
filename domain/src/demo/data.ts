/** The products and prices that the app uses when the server returns none. */
import type { HairPrice } from '../hair.ts'
import { paise } from '../money.ts'
import type { Product } from '../product.ts'

const makeDemoProduct = (
  id: string,
  productId: string,
  name: string,
  pricePaise: number,
): Product => ({
  id,
  productId,
  name,
  description: '500Grams',
  pricePaise: paise(pricePaise),
  imageUrl: `/pictures/${name.toLowerCase().replaceAll(' ', '-')}.svg`,
})

/** Names and prices of, weights of. */
export const DEMO_PRODUCTS: readonly Product[] = [
  makeDemoProduct('1', 'cookingset', 'Cooking Set', 29_44),
  makeDemoProduct('2', 'ricecooker', 'Rice Cooker', 1206_44),
  makeDemoProduct('3', 'handbag', 'Handbag', 200_00),
  makeDemoProduct('4', 'officelunchbox', 'Office Lunch Box', 400_44),
]

/** The fallback prices of. */
export const FALLBACK_HAIR_PRICES: readonly HairPrice[] = [
  { hairType: 'black_hair', pricePer20gPaise: paise(70_00), minimumWeightGrams: 20 },
  { hairType: 'grey_hair', pricePer20gPaise: paise(30_00), minimumWeightGrams: 20 },
]

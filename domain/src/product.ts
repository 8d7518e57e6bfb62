/** Products that a customer can take instead of money. */
import * as v from 'valibot'
import { paise, paiseFromRupees, type Paise } from './money.ts'
import { looseNumber, looseList, looseOptionalId, looseText } from './api/wire.ts'

/** ₹10 lakh: a higher price is a typing error, and up to it the total of any cart is an exact integer. */
export const MAX_PRODUCT_PRICE_PAISE = paise(10_00_000_00)
/** The longest name or description in a deal. */
export const MAX_PRODUCT_NAME_LENGTH = 500
export const MAX_PRODUCT_TEXT_LENGTH = 2_000

export interface Product {
  readonly id: string
  /** The product code; carts and orders refer to products by it. */
  readonly productId: string
  readonly name: string
  /** Weight or description from the server; '' when there is neither. */
  readonly description: string
  readonly pricePaise: Paise
  /** The product picture; '' when there is none. */
  readonly imageUrl: string
}

/** The price of a product in paise; undefined when the value is not a possible price. */
export function toProductPrice(rupees: number): Paise | undefined {
  const price = paiseFromRupees(rupees)
  return price !== undefined && price >= 0 && price <= MAX_PRODUCT_PRICE_PAISE ? price : undefined
}

const looseDescription = v.fallback(
  v.optional(v.pipe(looseText, v.maxLength(MAX_PRODUCT_TEXT_LENGTH)), ''),
  '',
)

const productRecordSchema = v.pipe(
  v.looseObject({
    id: looseOptionalId,
    productId: looseOptionalId,
    product_id: looseOptionalId,
    name: v.pipe(looseText, v.maxLength(MAX_PRODUCT_NAME_LENGTH)),
    weight: looseDescription,
    description: looseDescription,
    price: looseNumber,
    image: v.optional(looseText, ''),
    image_url: v.optional(looseText, ''),
  }),
  v.rawTransform(({ dataset, addIssue, NEVER }): Product => {
    const record = dataset.value
    const productId = record.productId ?? record.product_id ?? record.id
    const pricePaise = toProductPrice(record.price)
    if (!productId || !record.name || pricePaise === undefined) {
      addIssue({ message: 'not a product' })
      return NEVER
    }
    return {
      id: record.id ?? productId,
      productId,
      name: record.name,
      description: record.weight || record.description,
      pricePaise,
      imageUrl: record.image || record.image_url,
    }
  }),
)

const productListSchema = looseList(productRecordSchema, (product) => product.productId)

/** Accepts every reply shape of GET /api/products in: an array, `{success, data: []}`, `{products: []}`. */
export const productsReplySchema = v.union([
  productListSchema,
  v.pipe(
    v.object({ data: productListSchema }),
    v.transform((reply) => reply.data),
  ),
  v.pipe(
    v.object({ products: productListSchema }),
    v.transform((reply) => reply.products),
  ),
])

/** Finds a product by its code or its id, because links of both kinds exist. */
export function findProduct(products: readonly Product[], id: string): Product | undefined {
  return (
    products.find((product) => product.productId === id) ??
    products.find((product) => product.id === id)
  )
}

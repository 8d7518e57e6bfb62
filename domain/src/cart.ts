/** The cart of one customer: the hair value is the credit that pays for the items. */
import * as v from 'valibot'
import {
  addPaise,
  MAX_PAISE,
  multiplyPaise,
  paiseFromRupees,
  rupeesFromPaise,
  subtractPaise,
  ZERO_PAISE,
  type Paise,
} from './money.ts'
import {
  MAX_PRODUCT_NAME_LENGTH,
  MAX_PRODUCT_TEXT_LENGTH,
  toProductPrice,
  type Product,
} from './product.ts'
import { looseNumber, looseId, looseList, looseOptionalId, looseText } from './api/wire.ts'

export const MAX_QUANTITY = 999
/** Different products in one cart: a deal with all of them still has less than 64 KB. */
export const MAX_CART_ITEMS = 60
const MAX_IMAGE_URL_LENGTH = 2_000
export const DEFAULT_ITEM_DESCRIPTION = 'Product'

export interface CartItem {
  readonly id: string
  readonly productId: string
  readonly name: string
  readonly pricePaise: Paise
  readonly quantity: number
  readonly image: string
  readonly description: string
}

export interface Cart {
  readonly customerId: string
  readonly customerName: string
  readonly items: readonly CartItem[]
  readonly hairValuePaise: Paise
  readonly isExpanded: boolean
}

/** The direction of the balance: `return` to the customer, `collect` from the customer, or `exact`. */
export type BalanceDirection = 'return' | 'collect' | 'exact'

export interface CartTotals {
  readonly itemsTotalPaise: Paise
  /** Hair value minus items total; ≥ 0 goes back to the customer. */
  readonly balancePaise: Paise
  readonly direction: BalanceDirection
  readonly quantity: number
}

export function createCart(
  customerId: string,
  customerName: string,
  hairValuePaise: Paise = ZERO_PAISE,
): Cart {
  return { customerId, customerName, items: [], hairValuePaise, isExpanded: false }
}

export function computeLineTotal(item: CartItem): Paise {
  return multiplyPaise(item.pricePaise, item.quantity)
}

export function computeCartTotals(cart: Pick<Cart, 'items' | 'hairValuePaise'>): CartTotals {
  const itemsTotalPaise = sumItems(cart.items)
  const balancePaise = subtractPaise(cart.hairValuePaise, itemsTotalPaise)
  return {
    itemsTotalPaise,
    balancePaise,
    direction: findBalanceDirection(balancePaise),
    quantity: cart.items.reduce((sum, item) => sum + item.quantity, 0),
  }
}

export function findBalanceDirection(balancePaise: Paise): BalanceDirection {
  if (balancePaise === 0) return 'exact'
  return balancePaise > 0 ? 'return' : 'collect'
}

/**
 * Adds one of a product: raises its quantity, or appends it with quantity 1.
 * @returns the same cart when it is full
 */
export function addProduct(cart: Cart, product: Product): Cart {
  const present = cart.items.find((item) => item.productId === product.productId)
  if (present?.quantity === MAX_QUANTITY) return cart
  if (present) return setQuantity(cart, product.productId, present.quantity + 1)
  const item: CartItem = {
    id: product.id,
    productId: product.productId,
    name: product.name,
    pricePaise: product.pricePaise,
    quantity: 1,
    image: product.imageUrl,
    description: product.description || DEFAULT_ITEM_DESCRIPTION,
  }
  return withItems(cart, [...cart.items, item])
}

/** A record cannot contain more than {@link MAX_PAISE} and {@link MAX_CART_ITEMS}; a change beyond leaves the cart as it is. */
function withItems(cart: Cart, items: readonly CartItem[]): Cart {
  const fits = sumItems(items) <= MAX_PAISE && items.length <= MAX_CART_ITEMS
  return fits ? { ...cart, items } : cart
}

const sumItems = (items: readonly CartItem[]) => addPaise(...items.map(computeLineTotal))

/** A quantity below 1 removes the item. */
export function setQuantity(cart: Cart, productId: string, quantity: number): Cart {
  if (!(quantity >= 1)) return removeItem(cart, productId)
  const capped = Math.min(Math.trunc(quantity), MAX_QUANTITY)
  return withItems(
    cart,
    cart.items.map((item) => (item.productId === productId ? { ...item, quantity: capped } : item)),
  )
}

export function removeItem(cart: Cart, productId: string): Cart {
  return { ...cart, items: cart.items.filter((item) => item.productId !== productId) }
}

export function clearCart(cart: Cart): Cart {
  return { ...cart, items: [], isExpanded: false }
}

export function setExpanded(cart: Cart, isExpanded: boolean): Cart {
  return { ...cart, isExpanded }
}

export function setHairValue(cart: Cart, hairValuePaise: Paise): Cart {
  return { ...cart, hairValuePaise }
}

const storedItemSchema = v.pipe(
  v.looseObject({
    id: looseOptionalId,
    productId: looseOptionalId,
    name: v.optional(v.pipe(looseText, v.maxLength(MAX_PRODUCT_NAME_LENGTH)), ''),
    price: looseNumber,
    quantity: v.pipe(looseNumber, v.integer(), v.minValue(1), v.maxValue(MAX_QUANTITY)),
    image: v.optional(looseText, ''),
    image_url: v.optional(looseText, ''),
    description: v.optional(v.pipe(looseText, v.maxLength(MAX_PRODUCT_TEXT_LENGTH)), ''),
  }),
  v.rawTransform(({ dataset, addIssue, NEVER }): CartItem => {
    const stored = dataset.value
    const productId = stored.productId ?? stored.id
    const pricePaise = toProductPrice(stored.price)
    if (!productId || pricePaise === undefined) {
      addIssue({ message: 'not a cart item' })
      return NEVER
    }
    return {
      id: stored.id ?? productId,
      productId,
      name: stored.name || productId,
      pricePaise,
      quantity: stored.quantity,
      image: stored.image || stored.image_url,
      description: stored.description || DEFAULT_ITEM_DESCRIPTION,
    }
  }),
)

/** A cart item in the record of a deal: complete, with its price in rupees. */
export const dealItemSchema = v.object({
  id: looseId,
  productId: looseId,
  name: v.pipe(v.string(), v.maxLength(MAX_PRODUCT_NAME_LENGTH)),
  price: v.pipe(v.number(), v.finite(), v.minValue(0), v.maxValue(1e9)),
  quantity: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_QUANTITY)),
  image: v.pipe(v.string(), v.maxLength(MAX_IMAGE_URL_LENGTH)),
  description: v.pipe(v.string(), v.maxLength(MAX_PRODUCT_TEXT_LENGTH)),
})
export type DealItem = v.InferOutput<typeof dealItemSchema>

/** Cart items in storage and in the `cartItems` query, with prices in rupees. Invalid items are ignored. */
export const storedItemsSchema = v.pipe(
  looseList(storedItemSchema, (item) => item.productId),
  v.transform(withinLimit),
)

/** Leaves out each item that would raise the total above {@link MAX_PAISE} or the number above {@link MAX_CART_ITEMS}. */
function withinLimit(items: CartItem[]): CartItem[] {
  let total = 0
  let count = 0
  return items.filter((item) => {
    const next = total + computeLineTotal(item)
    const fits = next <= MAX_PAISE && count < MAX_CART_ITEMS
    if (fits) [total, count] = [next, count + 1]
    return fits
  })
}

/** The cart as session storage has it under `cart_{customerId}`: amounts in rupees. */
export const storedCartSchema = v.pipe(
  v.looseObject({
    items: v.fallback(storedItemsSchema, []),
    hairValue: v.fallback(looseNumber, 0),
    customerId: looseId,
    customerName: v.optional(looseText, ''),
    isExpanded: v.fallback(v.boolean(), false),
  }),
  v.transform((stored): Cart => ({
    customerId: stored.customerId,
    customerName: stored.customerName,
    items: stored.items,
    hairValuePaise: paiseFromRupees(Math.max(stored.hairValue, 0)) ?? ZERO_PAISE,
    isExpanded: stored.isExpanded,
  })),
)

const toStoredItem = ({ pricePaise, ...item }: CartItem): DealItem => ({
  ...item,
  price: rupeesFromPaise(pricePaise),
})

/** The items of a deal. A product picture with a long `data:` address is left out: a record cannot contain it. */
export function toDealItems(items: readonly CartItem[]): DealItem[] {
  return items
    .map(toStoredItem)
    .map((item) => (item.image.length > MAX_IMAGE_URL_LENGTH ? { ...item, image: '' } : item))
}

export function toStoredCart(cart: Cart) {
  const { itemsTotalPaise, balancePaise } = computeCartTotals(cart)
  return {
    items: cart.items.map(toStoredItem),
    hairValue: rupeesFromPaise(cart.hairValuePaise),
    customerId: cart.customerId,
    customerName: cart.customerName,
    isExpanded: cart.isExpanded,
    itemsTotal: rupeesFromPaise(itemsTotalPaise),
    balance: rupeesFromPaise(balancePaise),
  }
}

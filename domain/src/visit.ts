/** A runner's visit to one customer: customer, weighed hair, cart and order. */
import { createCart, setHairValue, type Cart } from './cart.ts'
import { formatPlace, type Customer } from './customer.ts'
import { valueCollection, type HairCollection, type HairLine, type HairPrice } from './hair.ts'
import { isDemoCustomerId } from './demo/customer-id.ts'

export interface VisitCustomer {
  readonly id: string
  readonly name: string
  readonly mobile: string
  readonly email: string
  readonly location: string
}

export interface Visit {
  /** UUID, made when the visit opens; every call of its deal contains it. */
  readonly id: string
  readonly customer: VisitCustomer
  readonly hair: HairCollection
  /** The last valuation, with the prices of that moment; the deal takes these lines. */
  readonly hairLines: readonly HairLine[]
  readonly cart: Cart
  /** The order that exists for this visit; the deal uses it again. */
  readonly orderId: string | undefined
}

export function toVisitCustomer(customer: Customer): VisitCustomer {
  return {
    id: customer.id,
    name: customer.memberName,
    mobile: customer.mobile,
    email: customer.email,
    location: formatPlace(customer),
  }
}

export function openVisit(id: string, customer: VisitCustomer): Visit {
  return {
    id,
    customer,
    hair: {},
    hairLines: [],
    cart: createCart(customer.id, customer.name),
    orderId: undefined,
  }
}

/** Sets the weights, values them, and sets the hair value of the cart. */
export function weigh(visit: Visit, hair: HairCollection, prices: readonly HairPrice[]): Visit {
  const { lines, totalPaise } = valueCollection(hair, prices)
  return { ...visit, hair, hairLines: lines, cart: setHairValue(visit.cart, totalPaise) }
}

/** The runner must confirm the switch away from a customer whose cart has items. */
export function needsSwitchConfirmation(visit: Visit | undefined, customerId: string): boolean {
  return visit !== undefined && visit.customer.id !== customerId && visit.cart.items.length > 0
}

/** The cart bar is hidden when cart and hair value are empty. */
export function hasCartToShow(visit: Visit): boolean {
  return visit.cart.items.length > 0 || visit.cart.hairValuePaise > 0
}

export function isDemoVisit(visit: Visit): boolean {
  return isDemoCustomerId(visit.customer.id)
}

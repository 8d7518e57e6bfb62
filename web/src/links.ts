/** Links with a visit or a deal in their query, and their readers. Not in paths.ts: the first screen needs none. */
import { computeCartTotals, storedItemsSchema, toDealItems, type CartItem } from '@veni/domain/cart'
import { hairCollectionSchema, type HairCollection } from '@veni/domain/hair'
import { paiseFromRupees, rupeesFromPaise, type Paise } from '@veni/domain/money'
import type { Visit } from '@veni/domain/visit'
import { parseJson } from './lib/stored-value.ts'
import { paths, withQuery } from './paths.ts'

export const links = {
  products: (query: Partial<ProductsQuery>) =>
    withQuery(paths.products(), {
      customerId: query.customerId,
      customer: query.customer,
      hairValue: rupeesText(query.hairValuePaise),
    }),
  paymentMode: (query: Partial<PaymentModeQuery>) =>
    withQuery(paths.paymentMode(), {
      customerId: query.customerId,
      customerName: query.customerName,
      location: query.location,
      mobile: query.mobile,
      hairCollections: query.hair && JSON.stringify(query.hair),
      focus: query.focusHair ? 'hair' : undefined,
    }),
  cashPayment: (query: Partial<CashPaymentLink>) =>
    withQuery(paths.cashPayment(), {
      customer: query.customer,
      customerId: query.customerId,
      hairValue: rupeesText(query.hairValuePaise),
      itemsTotal: rupeesText(query.itemsTotalPaise),
      balance: rupeesText(query.balancePaise),
      cartItems: query.items && JSON.stringify(toDealItems(query.items)),
    }),
  orderSuccess: (query: OrderSuccessQuery) => withQuery(paths.orderSuccess(), { ...query }),
}

/** /cash-payment with the cart of a visit. */
export function cashPaymentHref({ customer, cart }: Visit): string {
  const { itemsTotalPaise, balancePaise } = computeCartTotals(cart)
  return links.cashPayment({
    customer: customer.name,
    customerId: customer.id,
    hairValuePaise: cart.hairValuePaise,
    itemsTotalPaise,
    balancePaise,
    items: cart.items,
  })
}

/** /payment-mode with the cursor in the weights. */
export function hairValueHref({ customer, hair }: Visit): string {
  return links.paymentMode({
    customerId: customer.id,
    customerName: customer.name,
    hair,
    focusHair: true,
  })
}

const rupeesText = (amount: Paise | undefined) =>
  amount === undefined ? undefined : String(rupeesFromPaise(amount))

function rupeesParam(query: URLSearchParams, name: string): Paise | undefined {
  const text = query.get(name)?.trim()
  const amount = text ? paiseFromRupees(Number(text)) : undefined
  return amount !== undefined && amount >= 0 ? amount : undefined
}

const textParam = (query: URLSearchParams, name: string) => query.get(name)?.trim() ?? ''

export interface ProductsQuery {
  readonly customerId: string
  readonly customer: string
  readonly hairValuePaise: Paise | undefined
}

export function readProductsQuery(search: string): ProductsQuery {
  const query = new URLSearchParams(search)
  return {
    customerId: textParam(query, 'customerId'),
    customer: textParam(query, 'customer'),
    hairValuePaise: rupeesParam(query, 'hairValue'),
  }
}

export function readPlaceOrderQuery(search: string): { readonly productId: string } {
  return { productId: textParam(new URLSearchParams(search), 'product') }
}

export interface PaymentModeQuery {
  readonly customerId: string
  readonly customerName: string
  readonly location: string
  readonly mobile: string
  readonly hair: HairCollection | undefined
  readonly focusHair: boolean
}

export function readPaymentModeQuery(search: string): PaymentModeQuery {
  const query = new URLSearchParams(search)
  return {
    customerId: textParam(query, 'customerId'),
    customerName: textParam(query, 'customerName'),
    location: textParam(query, 'location'),
    mobile: textParam(query, 'mobile'),
    hair: parseJson(query.get('hairCollections'), hairCollectionSchema),
    focusHair: query.get('focus') === 'hair',
  }
}

export interface CashPaymentLink {
  readonly customer: string
  readonly customerId: string
  readonly hairValuePaise: Paise
  readonly itemsTotalPaise: Paise
  readonly balancePaise: Paise
  readonly items: readonly CartItem[]
}

/** The totals of the link are ignored; the app computes them from the items. */
export interface CashPaymentQuery {
  readonly customer: string
  readonly customerId: string
  readonly hairValuePaise: Paise | undefined
  readonly items: readonly CartItem[] | undefined
  /** An existing order of this deal, which is reused. */
  readonly orderId: string
}

export function readCashPaymentQuery(search: string): CashPaymentQuery {
  const query = new URLSearchParams(search)
  return {
    customer: textParam(query, 'customer'),
    customerId: textParam(query, 'customerId'),
    hairValuePaise: rupeesParam(query, 'hairValue'),
    items: parseJson(query.get('cartItems'), storedItemsSchema),
    orderId: textParam(query, 'orderId'),
  }
}

/** @returns the invoice id of the link, or '' */
export function readInvoiceQuery(search: string): string {
  return textParam(new URLSearchParams(search), 'invoice')
}

export interface OrderSuccessQuery {
  readonly customer: string
  readonly product: string
  readonly orderId: string
  readonly amount: string
  readonly payment: string
  /** 'true' when the server created the order. */
  readonly realApi: string
}

export function readOrderSuccessQuery(search: string): OrderSuccessQuery {
  const query = new URLSearchParams(search)
  return {
    customer: textParam(query, 'customer'),
    product: textParam(query, 'product'),
    orderId: textParam(query, 'orderId'),
    amount: textParam(query, 'amount'),
    payment: textParam(query, 'payment'),
    realApi: textParam(query, 'realApi'),
  }
}

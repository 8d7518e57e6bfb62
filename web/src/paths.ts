/** Every address of the app. links.ts builds and reads queries with a visit or a deal. */

type Query = Readonly<Record<string, string | undefined>>

/** @returns the path with all parameters that are not empty */
export function withQuery(path: string, query: Query): string {
  const entries = Object.entries(query).filter((entry): entry is [string, string] => !!entry[1])
  const text = new URLSearchParams(entries).toString()
  return text ? `${path}?${text}` : path
}

export const paths = {
  login: () => '/login',
  otp: () => '/otp-verification',
  loginSuccess: () => '/login-success',
  deliveries: () => '/deliveries',
  enquiry: (customerId: string) => `/enquiry-details/${encodeURIComponent(customerId)}`,
  paymentMode: () => '/payment-mode',
  products: () => '/products',
  placeOrder: (productId: string) => withQuery('/placeorder', { product: productId }),
  cashPayment: () => '/cash-payment',
  itemsSettlement: () => '/items-settlement',
  itemsCatalog: () => '/items-catalog',
  orderSuccess: () => '/order-success',
  profile: () => '/profile',
  /** The completion screens. The invoice id lets them survive a reload. */
  settlementDone: (invoiceId: string) => withQuery('/items-settlement', { invoice: invoiceId }),
  cashPaymentDone: (invoiceId: string) => withQuery('/cash-payment', { invoice: invoiceId }),
  profileInvoice: (invoiceId: string) => withQuery('/profile', { invoice: invoiceId }),
}

const cartPaths = [
  paths.products(),
  paths.paymentMode(),
  paths.placeOrder(''),
  paths.itemsSettlement(),
]

/** Whether an address has the cart bar: the selling screens and their subpaths. */
export function hasCartBar(pathname: string): boolean {
  return cartPaths.some((path) => pathname === path || pathname.startsWith(`${path}/`))
}

/**
 * THE CONTRACT: every call between app and server (R-7.001 to, and the extensions of ruling 2).
 * The server registers exactly these, the OpenAPI document is made from them, and the app calls no other.
 *
 * The wire format of the older calls never changes (ruling 3). Older portals answer some calls in other shapes:
 * the app reads those through `customersReplySchema`, `productsReplySchema`, `hairPricesReplySchema` and
 * `orderReplySchema`, which accept every shape the specification names; `reply` below is our server's own.
 *
 * Every write may carry an `Idempotency-Key` header (1–255 characters): the first answer is kept and replayed.
 */
import { customersApi } from './api/customers.ts'
import { dealsApi } from './api/deals.ts'
import { hairPricesApi } from './api/hair-prices.ts'
import { healthApi } from './api/health.ts'
import { ordersApi } from './api/orders.ts'
import { photosApi } from './api/photos.ts'
import { placesApi } from './api/places.ts'
import { productsApi } from './api/products.ts'
import { runnerRecordApi } from './api/runner-record.ts'
import { signInApi } from './api/sign-in.ts'

export const api = {
  ...healthApi,
  ...customersApi,
  ...productsApi,
  ...hairPricesApi,
  ...ordersApi,
  ...photosApi,
  ...placesApi,
  ...signInApi,
  ...runnerRecordApi,
  ...dealsApi,
} as const

export type Api = typeof api
export type ApiName = keyof Api

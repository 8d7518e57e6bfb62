/**
 * The contract: every call between app and server (R-7.001 to, and the extensions of ruling 2).
 * The server registers exactly these calls and the resumable uploads (/api/uploads, decision 18). The OpenAPI document
 * lists them, and the app makes no others.
 *
 * The fields of the older calls never change; a reply may only get further optional fields (ruling 3). Plain portals
 * reply to some calls in other shapes, which `customersReplySchema`, `productsReplySchema`, `hairPricesReplySchema` and
 * `orderReplySchema` accept. The field `reply` of an endpoint is the shape of our server.
 *
 * Every write of an order, a deal or a customer accepts an `Idempotency-Key` header (1–255 characters): the server stores
 * and repeats its first reply. A photo is stored by its hash, and a sign-in is not repeated.
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

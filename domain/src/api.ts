/**
 * The contract: every call between app and server except the resumable uploads (/api/uploads, decision 18). `reply` is
 * the shape of our server. The fields of the older calls never change; a reply may get optional fields (ruling 3).
 */
import { customersApi } from './api/customers.ts'
import { dealsApi } from './api/deals.ts'
import { hairPricesApi } from './api/hair-prices.ts'
import { healthApi } from './api/health.ts'
import { ordersApi } from './api/orders.ts'
import { photosApi } from './api/photos.ts'
import { placesApi } from './api/places.ts'
import { probesApi } from './api/probes.ts'
import { productsApi } from './api/products.ts'
import { reconciliationApi } from './api/reconciliation.ts'
import { runnerRecordApi } from './api/runner-record.ts'
import { signInApi } from './api/sign-in.ts'
import { sendWorkApi } from './api/work.ts'

export const api = {
  ...healthApi,
  ...probesApi,
  ...customersApi,
  ...productsApi,
  ...hairPricesApi,
  ...ordersApi,
  ...photosApi,
  ...placesApi,
  ...signInApi,
  ...runnerRecordApi,
  ...dealsApi,
  ...sendWorkApi,
  ...reconciliationApi,
} as const

export type Api = typeof api
export type ApiName = keyof Api

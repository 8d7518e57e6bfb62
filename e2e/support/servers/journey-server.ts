import type { Page } from '@playwright/test'
import { readRunnerRecord, startVeni } from './our-server.ts'
import { newCustomer } from './plain-portal-data.ts'
import { startPlainPortal } from './plain-portal.ts'

/** A delivered order as the server stores it. */
interface DeliveredOrder {
  readonly customerId: number
  readonly productName: string
}

/** The server of a journey. A journey asks both kinds of server in the same way. */
export interface JourneyServer {
  readonly url: string
  /** Whether it receives the records of deals. With a plain portal they stay on the phone. */
  readonly storesDeals: boolean
  deliveredOrders: (page: Page) => Promise<DeliveredOrder[]>
  statusOf: (page: Page, customerId: number) => Promise<string | undefined>
  stop: () => Promise<unknown>
}

export type ServerKind = 'our server' | 'plain portal'

export const startServer = (kind: ServerKind): Promise<JourneyServer> =>
  kind === 'our server' ? startOurServer() : startPlainPortalServer()

async function startOurServer(): Promise<JourneyServer> {
  const { url, stop } = await startVeni()
  return {
    url,
    storesDeals: true,
    async deliveredOrders(page) {
      const { orders } = await readRunnerRecord(page, url)
      return orders.map((order) => ({
        customerId: order.customer_id,
        productName: order.product_name,
      }))
    },
    async statusOf(page, customerId) {
      const answer = await page.request.get(`${url}/api/customers?id=${customerId}`)
      const [found] = [await answer.json()].flat()
      return found?.status
    },
    stop,
  }
}

/** The customers of our sample data that the journeys visit. */
const visited = [
  newCustomer(1, 'Gurram Lakshmi'),
  newCustomer(2, 'Bolla Sujatha'),
  newCustomer(3, 'Kondapaka Yadamma'),
  newCustomer(7, 'Beeram Mounika'),
  newCustomer(11, 'Vishwakarma Bhagyamma'),
  newCustomer(13, 'Nakash Vanaja'),
  newCustomer(18, 'Patil Savitri'),
]

async function startPlainPortalServer(): Promise<JourneyServer> {
  const { url, orders, customers, stop } = await startPlainPortal(visited)
  return {
    url,
    storesDeals: false,
    deliveredOrders: async () =>
      orders
        .filter(({ updates }) => updates.some(({ status }) => status === 'delivered'))
        .map(({ created }) => ({
          customerId: Number(created.customer_id),
          productName: String(created.product_name ?? created.product_id),
        })),
    statusOf: async (_, customerId) => {
      const found = customers.find(({ id }) => id === customerId)
      return found && String(found.status)
    },
    stop,
  }
}

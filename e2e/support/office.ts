import type { Page } from '@playwright/test'
import { portalCustomer, startPlainPortal } from './plain-portal.ts'
import { startVeni } from './server.ts'

/** A delivered order as the office has it. */
interface DeliveredOrder {
  readonly customerId: number
  readonly productName: string
}

/** The office behind the app, asked in the same words whichever kind of server it has. */
export interface Office {
  readonly url: string
  /** Whether it takes settlements and payments as records; a plain portal leaves them on the phone. */
  readonly keepsDeals: boolean
  deliveredOrders: (page: Page) => Promise<DeliveredOrder[]>
  statusOf: (page: Page, customerId: number) => Promise<string | undefined>
  stop: () => Promise<unknown>
}

export type OfficeKind = 'our server' | 'plain portal'

export const startOffice = (kind: OfficeKind): Promise<Office> =>
  kind === 'our server' ? startOurs() : startPortal()

async function startOurs(): Promise<Office> {
  const { url, stop } = await startVeni()
  return {
    url,
    keepsDeals: true,
    async deliveredOrders(page) {
      const { orders } = await (await page.request.get(`${url}/api/runners/me`)).json()
      return orders.map((order: Record<string, unknown>) => ({
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

/** The customers of the sample data that the journeys visit. */
const visited = [
  portalCustomer(1, 'Gurram Lakshmi'),
  portalCustomer(2, 'Bolla Sujatha'),
  portalCustomer(3, 'Kondapaka Yadamma'),
  portalCustomer(7, 'Beeram Mounika'),
  portalCustomer(11, 'Vishwakarma Bhagyamma'),
  portalCustomer(13, 'Nakash Vanaja'),
  portalCustomer(18, 'Patil Savitri'),
]

async function startPortal(): Promise<Office> {
  const { url, orders, customers, stop } = await startPlainPortal(visited)
  return {
    url,
    keepsDeals: false,
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

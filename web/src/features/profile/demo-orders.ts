import type { CompletedOrder } from '@veni/domain/api/runner-record'

const demoOrder = (
  order: Pick<CompletedOrder, 'order_id' | 'product_name' | 'purchase_type' | 'amount'> & {
    readonly customer: string
    readonly day: string
  },
): CompletedOrder => ({
  order_id: order.order_id,
  customer_id: 0,
  customer_name: `Demo: ${order.customer}`,
  product_name: order.product_name,
  purchase_type: order.purchase_type,
  amount: order.amount,
  completed_at: `${order.day}T06:30:00.000Z`,
})

/** The five completed orders of the demo profile, newest first. */
export const DEMO_ORDERS: readonly CompletedOrder[] = [
  demoOrder({
    order_id: 1005,
    customer: 'Anjali Reddy',
    product_name: 'Rice Cooker',
    purchase_type: 'fullHair',
    amount: 1206.44,
    day: '2024-02-15',
  }),
  demoOrder({
    order_id: 1004,
    customer: 'Padma Rao',
    product_name: 'Handbag',
    purchase_type: 'whiteHair',
    amount: 200,
    day: '2024-02-14',
  }),
  demoOrder({
    order_id: 1003,
    customer: 'Saritha Goud',
    product_name: 'Cooking Set',
    purchase_type: 'cash',
    amount: 29.44,
    day: '2024-02-12',
  }),
  demoOrder({
    order_id: 1002,
    customer: 'Lakshmi Naidu',
    product_name: 'Office Lunch Box',
    purchase_type: 'fullHair',
    amount: 400.44,
    day: '2024-02-10',
  }),
  demoOrder({
    order_id: 1001,
    customer: 'Kavitha Chary',
    product_name: 'Handbag',
    purchase_type: 'whiteHair',
    amount: 200,
    day: '2024-02-09',
  }),
]

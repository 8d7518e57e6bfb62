import type { Work } from '@veni/domain/work'
import type { PricedNames } from '../price-changes/service.ts'

/** The hair types and products whose prices the steps of these works will need. */
export function listPricedNames(works: readonly Work[]): PricedNames {
  const orders = works.flatMap((work) => ('order' in work ? work.order : []))
  const deals = [
    ...works.flatMap((work) => ('payment' in work ? work.payment : [])),
    ...works.flatMap((work) => ('settlement' in work ? work.settlement : [])),
  ]
  const items = [...orders, ...deals].flatMap((record) => record.items ?? [])
  return {
    hair: deals.flatMap((deal) => deal.hair_lines.map((line) => line.hair_type)),
    product: [
      ...orders.map((order) => String(order.product_id)),
      ...items.map((item) => String(item.productId)),
    ],
  }
}

import { api } from '@veni/domain/api'
import type { ProductRecord } from '@veni/domain/api/products'
import { toRupees } from '../wire-values.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { serve } from '../http/endpoint.ts'
import { fitList, MAX_PRODUCTS_BYTES } from '../limits/bounded-list.ts'
import { listProducts, type ProductRow } from './store.ts'

export function registerProducts(app: FastifyInstance, deps: Deps): void {
  serve(app, deps, api.products, async () =>
    fitList((await listProducts(deps.db)).map(toProductRecord), MAX_PRODUCTS_BYTES),
  )
}

function toProductRecord(row: ProductRow): ProductRecord {
  return {
    id: row.id,
    productId: row.productId,
    name: row.name,
    weight: row.weight,
    price: toRupees(row.pricePaise),
    image_url: row.imageUrl,
  }
}

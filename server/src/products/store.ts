import { asc } from 'drizzle-orm'
import { MOST_PRODUCTS } from './most-products.ts'
import type { DbOrTx } from '../db/client.ts'
import { products } from '../db/schema.ts'

export type ProductRow = typeof products.$inferSelect

export async function listProducts(db: DbOrTx): Promise<ProductRow[]> {
  return db.select().from(products).orderBy(asc(products.id)).limit(MOST_PRODUCTS)
}

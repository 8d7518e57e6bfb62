import { sql } from 'drizzle-orm'
import { boolean, check, doublePrecision, pgTable, text } from 'drizzle-orm/pg-core'
import { identity, imported, paise } from './columns.ts'

export const products = pgTable(
  'products',
  {
    id: identity(),
    productId: text('product_id').notNull().unique(),
    name: text().notNull(),
    weight: text().notNull().default(''),
    pricePaise: paise('price_paise').notNull(),
    imageUrl: text('image_url').notNull().default(''),
    imported: imported(),
  },
  (table) => [check('products_price_not_negative', sql`${table.pricePaise} >= 0`)],
)

export const hairPrices = pgTable('hair_prices', {
  hairType: text('hair_type').primaryKey(),
  pricePer20gPaise: paise('price_per_20g_paise').notNull(),
  minimumWeightGrams: doublePrecision('minimum_weight_grams').notNull(),
  isActive: boolean('is_active').notNull().default(true),
  imported: imported(),
})

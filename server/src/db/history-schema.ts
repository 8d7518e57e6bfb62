/** What changed and when. Rows are only ever added, so that the office can see what a phone could have known. */
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { identity, instant, paise } from './columns.ts'
import { runners } from './sign-in-schema.ts'

/** Each runner and status that a customer has had. It has no foreign key to the customer, whom the office may erase. */
export const customerChanges = pgTable(
  'customer_changes',
  {
    id: identity(),
    customerId: integer('customer_id').notNull(),
    /** Null for a customer without a runner. */
    runnerId: integer('runner_id').references(() => runners.id),
    status: text().notNull(),
    /** Null for a change by the office. */
    changedBy: integer('changed_by').references(() => runners.id),
    changedAt: instant('changed_at').notNull().defaultNow(),
  },
  (table) => [index('customer_changes_by_customer').on(table.customerId, table.id)],
)

export type PricedKind = 'hair' | 'product'

/** Each price that the office has had. */
export const priceChanges = pgTable(
  'price_changes',
  {
    id: identity(),
    kind: text().$type<PricedKind>().notNull(),
    /** Hair type or product id. */
    name: text().notNull(),
    /** The price of 20 g of hair or of one product; null while the office does not pay for this hair type. */
    pricePaise: paise('price_paise'),
    validFrom: instant('valid_from').notNull().defaultNow(),
  },
  (table) => [index('price_changes_by_name').on(table.kind, table.name, table.id)],
)

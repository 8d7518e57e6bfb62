/** What changed and when. Rows are only ever added, so that the office can see what a phone could have known. */
import type { CustomerUpdate } from '@veni/domain/api/customers'
import type { Seen, SharedValues } from '@veni/domain/customer/seen'
import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
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
  (table) => [
    index('customer_changes_by_customer').on(table.customerId, table.id),
    index('customer_changes_by_runner').on(table.customerId, table.runnerId, table.status),
    index('customer_changes_by_office')
      .on(table.customerId, table.changedAt)
      .where(sql`${table.changedBy} is null`),
  ],
)

/**
 * Changes of a status that reached the server after a newer change of the office, which the runner had not seen. The
 * customer has the office's values.
 */
export const customerConflicts = pgTable(
  'customer_conflicts',
  {
    id: identity(),
    /** The UUID of the phone's entry: its repeats are the same conflict. */
    workId: uuid('work_id').notNull().unique(),
    customerId: integer('customer_id').notNull(),
    runnerId: integer('runner_id')
      .notNull()
      .references(() => runners.id),
    wanted: jsonb().$type<CustomerUpdate>().notNull(),
    seen: jsonb().$type<Seen>().notNull(),
    /** What the customer had when the change arrived. */
    office: jsonb().$type<SharedValues>().notNull(),
    officeChangedAt: instant('office_changed_at').notNull(),
    receivedAt: instant('received_at').notNull().defaultNow(),
    /** Null until the office ends it, or the runner changes the status once more and knows the office's values. */
    endedAt: instant('ended_at'),
  },
  (table) => [index('customer_conflicts_by_customer').on(table.customerId)],
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

/**
 * What tells two versions of a runner's list of customers apart (decision 52). A trigger on `customers` replaces the rows
 * of each list that a statement changes by one row with a random number, also for an older release and for the office.
 * Rows that another transaction is replacing stay, so that no writer waits for another one here.
 */
export const customerListChanges = pgTable(
  'customer_list_changes',
  {
    /** 0 for the customers without a runner, who are on every list. */
    runnerId: integer('runner_id').notNull(),
    change: bigint({ mode: 'bigint' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.runnerId, table.change] })],
)

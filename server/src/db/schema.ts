import type { DealItem } from '@veni/domain/cart'
import type { DealKind } from '@veni/domain/invoice'
import type { PayoutMethod } from '@veni/domain/order'
import type { Difference, Settlement } from '@veni/domain/deal/record'
import { sql } from 'drizzle-orm'
import {
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { createdAt, identity, imported, instant, paise, place } from './columns.ts'

export { hairPrices, products } from './product-schema.ts'

/** Nothing here may need more than PostgreSQL 15: the embedded database is newer than many a server. */

export const runners = pgTable('runners', {
  id: identity(),
  name: text().notNull(),
  /** As `phoneKey` of the domain spells it. */
  phone: text().unique(),
  imported: imported(),
  createdAt: createdAt(),
})

export const customers = pgTable(
  'customers',
  {
    id: identity(),
    state: text().notNull().default(''),
    district: text().notNull().default(''),
    villageInfo: text('village_info').notNull().default(''),
    memberName: text('member_name').notNull(),
    fatherOrHusbandName: text('father_or_husband_name').notNull().default(''),
    mobile: text().notNull().default(''),
    email: text().notNull().default(''),
    /** Usually a `CustomerStatus`; an imported unknown one is kept as it came (spec §4). */
    status: text().notNull(),
    /** Nobody's yet when null. */
    runnerId: integer('runner_id').references(() => runners.id),
    extra: text().notNull().default(''),
    /** Why the customer is on hold; shown on the card. */
    comments: text().notNull().default(''),
    /** What the last status change said. */
    notes: text().notNull().default(''),
    nextFollowup: date('next_followup', { mode: 'string' }),
    deliveredAt: instant('delivered_at'),
    imported: imported(),
    createdAt: createdAt(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [
    index('customers_by_runner').on(table.runnerId, table.status),
    index('customers_nobody_has')
      .on(table.id)
      .where(sql`${table.runnerId} is null and ${table.status} = 'interested'`),
  ],
)

const belongsToDeal = {
  runnerId: integer('runner_id')
    .notNull()
    .references(() => runners.id),
  customerId: integer('customer_id')
    .notNull()
    .references(() => customers.id),
}

export const orders = pgTable(
  'orders',
  {
    id: identity(),
    ...belongsToDeal,
    status: text().notNull(),
    productId: text('product_id').notNull(),
    productName: text('product_name').notNull(),
    productPricePaise: paise('product_price_paise'),
    quantity: integer().notNull(),
    totalAmountPaise: paise('total_amount_paise'),
    actualAmountPaise: paise('actual_amount_paise'),
    paymentMethod: text('payment_method').notNull(),
    paymentType: text('payment_type'),
    purchaseType: text('purchase_type'),
    /** Both as typed: free text (spec §2 /placeorder). */
    hairWeight: text('hair_weight'),
    cashAmount: text('cash_amount'),
    deliveryAddress: text('delivery_address').notNull(),
    deliveryDate: text('delivery_date'),
    customerNotes: text('customer_notes').notNull(),
    runnerNotes: text('runner_notes').notNull(),
    hairPhotoUrl: text('hair_photo_url'),
    cashReceiptUrl: text('cash_receipt_url'),
    /** The cart's lines as the phone sent them, prices in rupees. */
    items: jsonb().$type<DealItem[]>().notNull(),
    visitId: uuid('visit_id'),
    /** One order per deal (ruling 18), whatever is sent again. */
    invoiceId: text('invoice_id').unique(),
    createdAt: createdAt(),
    deliveredAt: instant('delivered_at'),
  },
  (table) => [
    index('orders_by_runner').on(table.runnerId, table.createdAt.desc()),
    index('orders_by_customer').on(table.customerId),
  ],
)

/**
 * A visit has one deal, of either kind, and an invoice id stands for one. Both are taken here before a deal is stored:
 * of two that come at once, on any number of servers, the second waits for the first and is refused.
 */
export const deals = pgTable('deals', {
  visitId: uuid('visit_id').primaryKey(),
  invoiceId: text('invoice_id').notNull().unique(),
  kind: text().$type<DealKind>().notNull(),
})

const dealColumns = {
  invoiceId: text('invoice_id').primaryKey(),
  ...belongsToDeal,
  visitId: uuid('visit_id').notNull(),
  /** SHA-256 of the record as first sent: a repeat is told from another deal under the same id by it. */
  contentHash: text('content_hash').notNull(),
  customerName: text('customer_name').notNull(),
  hairType: text('hair_type').notNull(),
  hairWeightGrams: doublePrecision('hair_weight_grams').notNull(),
  hairValuePaise: paise('hair_value_paise').notNull(),
  itemsTotalPaise: paise('items_total_paise').notNull(),
  balancePaise: paise('balance_paise').notNull(),
  balanceType: text('balance_type').$type<Settlement['balance_type']>().notNull(),
  hairPhotoUrl: text('hair_photo_url').notNull(),
  ...place,
  /** Where the office reckons otherwise; null in deals that were stored before it reckoned. */
  differences: jsonb().$type<Difference[]>(),
  /** When the phone completed the deal. */
  completedAt: instant('completed_at').notNull(),
  createdAt: createdAt(),
}

/** The lines of a deal are evidence and kept as the phone recorded them, prices in rupees. */
const dealLines = {
  hairLines: jsonb('hair_lines').$type<Settlement['hair_lines']>().notNull(),
  items: jsonb().$type<Settlement['items']>().notNull(),
}

export const settlements = pgTable(
  'settlements',
  {
    ...dealColumns,
    ...dealLines,
    status: text().$type<Settlement['status']>().notNull(),
    deliveredAt: instant('delivered_at'),
  },
  (table) => [
    index('settlements_by_runner').on(table.runnerId, table.completedAt.desc()),
    index('settlements_by_customer').on(table.customerId),
  ],
)

export const cashPayments = pgTable(
  'cash_payments',
  {
    ...dealColumns,
    ...dealLines,
    cashAmountPaise: paise('cash_amount_paise').notNull(),
    payoutMethod: text('payout_method').$type<PayoutMethod>().notNull(),
    upiReference: text('upi_reference').notNull(),
    cashReceiptUrl: text('cash_receipt_url').notNull(),
    orderId: integer('order_id').references(() => orders.id),
  },
  (table) => [
    index('cash_payments_by_runner').on(table.runnerId, table.completedAt.desc()),
    index('cash_payments_by_customer').on(table.customerId),
  ],
)

export const sessions = pgTable('sessions', {
  /** SHA-256 of the cookie's token: a stolen copy of the database opens no session. */
  tokenHash: text('token_hash').primaryKey(),
  runnerId: integer('runner_id')
    .notNull()
    .references(() => runners.id),
  createdAt: createdAt(),
  expiresAt: instant('expires_at').notNull(),
})

export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    runnerId: integer('runner_id')
      .notNull()
      .references(() => runners.id),
    key: text().notNull(),
    /** SHA-256 of method, path and body: the same key with another request is refused. */
    requestHash: text('request_hash').notNull(),
    /** The first answer, replayed as it was. */
    status: integer().notNull(),
    body: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.runnerId, table.key] })],
)

/** Who may read which picture; the bytes lie in the photo store under their hash. */
export const photos = pgTable(
  'images',
  {
    /** SHA-256 of the bytes, in hexadecimal. */
    hash: text().notNull(),
    runnerId: integer('runner_id')
      .notNull()
      .references(() => runners.id),
    /** MIME type. */
    type: text().notNull(),
    bytes: integer().notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.hash, table.runnerId] })],
)

/** Where the rows of a file wait until the whole import is known to be good. */
export const importRows = pgTable(
  'import_rows',
  {
    importId: uuid('import_id').notNull(),
    key: text().notNull(),
    line: integer().notNull(),
    data: jsonb().$type<Record<string, unknown>>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.importId, table.key] })],
)

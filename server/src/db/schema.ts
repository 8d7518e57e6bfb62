import type { DealItem } from '@veni/domain/cart'
import type { DealFlag } from '@veni/domain/deal/flags'
import type { DealKind } from '@veni/domain/invoice'
import type { PayoutMethod } from '@veni/domain/order'
import type { OrderFlag } from '@veni/domain/order/flags'
import type { Difference, Settlement } from '@veni/domain/deal/record'
import { sql } from 'drizzle-orm'
import {
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import {
  createdAt,
  identity,
  imported,
  instant,
  locationColumns,
  paise,
  photoKey,
  plainReference,
  exactReference,
  receivedAt,
  seconds,
} from './columns.ts'
import { runners } from './sign-in-schema.ts'

export {
  customerChanges,
  customerConflicts,
  customerListChanges,
  priceChanges,
} from './history-schema.ts'
export { laterPhotos, photos } from './photo-schema.ts'
export { hairPrices, products } from './price-list-schema.ts'
export {
  rateCounts,
  runners,
  sealingKeys,
  sessions,
  signInCodes,
  signInEvents,
} from './sign-in-schema.ts'
export { uploadParts, uploads } from './upload-schema.ts'
export { databaseEpochs, idempotencyKeys, importRows, phones, recordedWork } from './work-schema.ts'

/** Use no feature newer than PostgreSQL 15. The embedded database is newer than many servers in use. */

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
    /** Usually a `CustomerStatus`; an unknown status from an import is stored unchanged. */
    status: text().notNull(),
    /** Null for a customer without a runner. */
    runnerId: integer('runner_id').references(() => runners.id),
    extra: text().notNull().default(''),
    /** The comment of a hold, which the card shows. */
    comments: text().notNull().default(''),
    /** The notes of the last status change. */
    notes: text().notNull().default(''),
    nextFollowup: date('next_followup', { mode: 'string' }),
    deliveredAt: instant('delivered_at'),
    /** When the office erased what identifies the customer; an import does not bring it back. */
    erasedAt: instant('erased_at'),
    imported: imported(),
    /** When the office changed status, comments or follow-up; null when a runner has changed them since. */
    officeChangedAt: instant('office_changed_at'),
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

const runnerAndCustomer = {
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
    ...runnerAndCustomer,
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
    /** Free text, as typed. */
    hairWeight: text('hair_weight'),
    cashAmount: text('cash_amount'),
    deliveryAddress: text('delivery_address').notNull(),
    deliveryDate: text('delivery_date'),
    customerNotes: text('customer_notes').notNull(),
    runnerNotes: text('runner_notes').notNull(),
    hairPhotoUrl: text('hair_photo_url'),
    cashReceiptUrl: text('cash_receipt_url'),
    /** The lines of the cart as the phone sent them, with prices in rupees. */
    items: jsonb().$type<DealItem[]>().notNull(),
    visitId: uuid('visit_id'),
    /** One order per deal, also when it is sent again. */
    invoiceId: text('invoice_id').unique(),
    /** What the server found odd, also in the order of a deal; null for orders older than these flags. */
    flags: jsonb().$type<OrderFlag[]>(),
    createdAt: createdAt(),
    deliveredAt: instant('delivered_at'),
  },
  (table) => [
    index('orders_delivered_by_runner')
      .on(table.runnerId, table.deliveredAt, table.id)
      .where(sql`${table.status} = 'delivered'`),
    index('orders_by_customer').on(table.customerId),
    index('orders_delivered_to_customer')
      .on(table.customerId, table.deliveredAt)
      .where(sql`${table.status} = 'delivered'`),
    index('orders_by_packet_photo').on(photoKey(table.hairPhotoUrl), table.id),
    index('orders_by_receipt_photo').on(photoKey(table.cashReceiptUrl), table.id),
  ],
)

/**
 * One row per deal, which reserves its visit and its invoice id; `settlements` and `cash_payments` have the deals. A
 * deal inserts its row here first. When two deals arrive together at any servers, the second waits and is refused.
 */
export const reservedDeals = pgTable('deals', {
  visitId: uuid('visit_id').primaryKey(),
  invoiceId: text('invoice_id').notNull().unique(),
  kind: text().$type<DealKind>().notNull(),
})

const dealColumns = {
  invoiceId: text('invoice_id').primaryKey(),
  ...runnerAndCustomer,
  visitId: uuid('visit_id').notNull(),
  /** SHA-256 of the first record. It distinguishes a repeat from another deal with the same invoice id. */
  contentHash: text('content_hash').notNull(),
  customerName: text('customer_name').notNull(),
  hairType: text('hair_type').notNull(),
  hairWeightGrams: doublePrecision('hair_weight_grams').notNull(),
  hairValuePaise: paise('hair_value_paise').notNull(),
  itemsTotalPaise: paise('items_total_paise').notNull(),
  balancePaise: paise('balance_paise').notNull(),
  balanceType: text('balance_type').$type<Settlement['balance_type']>().notNull(),
  hairPhotoUrl: text('hair_photo_url').notNull(),
  ...locationColumns,
  /** The figures that differ in the recount; null for deals older than the recount. */
  differences: jsonb().$type<Difference[]>(),
  /** What the server found odd when the deal arrived; null for deals older than the flags. */
  flags: jsonb().$type<DealFlag[]>(),
  /** When the phone completed the deal, by its clock. */
  completedAt: instant('completed_at').notNull(),
  /** The server's clock minus the phone's, as the phone last measured it; null when it never did, and for older apps. */
  clockOffsetS: seconds('clock_offset_s'),
  /** When the server received the deal, by the clock of the database. */
  createdAt: receivedAt(),
}

/** The lines as the phone recorded them, with prices in rupees. */
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
    index('settlements_by_runner').on(table.runnerId, table.createdAt, table.invoiceId),
    index('settlements_by_receipt').on(table.createdAt, table.invoiceId),
    index('settlements_by_customer').on(table.customerId, table.createdAt),
    index('settlements_by_packet_photo').on(
      photoKey(table.hairPhotoUrl),
      table.completedAt,
      table.invoiceId,
    ),
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
    index('cash_payments_by_runner').on(table.runnerId, table.createdAt, table.invoiceId),
    index('cash_payments_by_receipt').on(table.createdAt, table.invoiceId),
    index('cash_payments_by_customer').on(table.customerId, table.createdAt),
    index('cash_payments_by_order').on(table.orderId),
    index('cash_payments_by_upi_reference')
      .on(exactReference(table.upiReference))
      .where(sql`${table.upiReference} <> ''`),
    index('cash_payments_by_plain_reference').on(plainReference(table.upiReference)),
    index('cash_payments_by_packet_photo').on(
      photoKey(table.hairPhotoUrl),
      table.completedAt,
      table.invoiceId,
    ),
    index('cash_payments_by_receipt_photo').on(
      photoKey(table.cashReceiptUrl),
      table.completedAt,
      table.invoiceId,
    ),
  ],
)

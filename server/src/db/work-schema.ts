/** What makes each write of a phone happen once. */
import type { UnsentItem } from '@veni/domain/api/reconciliation'
import type { Difference } from '@veni/domain/deal/record'
import type { WorkKind } from '@veni/domain/work'
import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, identity, instant } from './columns.ts'
import { runners } from './sign-in-schema.ts'

/** One row for each entry of a phone that the server has recorded as a whole, with what it answered. */
export const recordedWork = pgTable(
  'recorded_work',
  {
    /** The UUID of the entry, made by the phone. */
    id: uuid().primaryKey(),
    runnerId: integer('runner_id')
      .notNull()
      .references(() => runners.id),
    kind: text().$type<WorkKind>().notNull(),
    /**
     * SHA-256 of what the phone sent, apart from its photos. The server refuses other content under the same id. Of what
     * the office adopted and the phone has not sent: `hashAdopted`.
     */
    contentHash: text('content_hash').notNull(),
    /** Null for rows of older releases. Not a reference: the work of a customer that is not there is refused later. */
    customerId: integer('customer_id'),
    /** The phone that last said that it has sent the work; null until then. */
    phoneId: uuid('phone_id'),
    /**
     * SHA-256 of the photos that the phone has sent for it, whether the server still has them or not. Of an erased
     * customer also of photos that the erase has deleted.
     */
    photoHashes: text('photo_hashes').array(),
    orderId: integer('order_id'),
    differences: jsonb().$type<Difference[]>(),
    createdAt: createdAt(),
  },
  (table) => [
    index('recorded_work_by_runner').on(table.runnerId, table.createdAt),
    index('recorded_work_by_phone').on(table.phoneId, table.runnerId),
    index('recorded_work_by_customer').on(table.customerId),
  ],
)

/** `reportedAt`: when the phone last named it, an ISO instant of the server's clock. */
export type LostPhoneItem = UnsentItem & { readonly reportedAt: string }

/** What each phone last reported, one row for each runner on it. */
export const phones = pgTable(
  'phones',
  {
    /** Made by the phone. */
    id: uuid().notNull(),
    runnerId: integer('runner_id')
      .notNull()
      .references(() => runners.id),
    contactAt: instant('contact_at').notNull(),
    unsentDeals: integer('unsent_deals').notNull(),
    unsentPhotos: integer('unsent_photos').notNull(),
    unsentOthers: integer('unsent_others').notNull(),
    /** When the oldest unsent work was made, by the clock of the phone; null without unsent work. */
    unsentSince: instant('unsent_since'),
    /** The items that it named then, and earlier ones that may be among those that it only counted. */
    unsentItems: jsonb('unsent_items').$type<UnsentItem[]>().notNull().default([]),
    /** Items that it named before and does not have any more. The server may have got them since in another way. */
    lostItems: jsonb('lost_items').$type<LostPhoneItem[]>().notNull().default([]),
    /** From a cookie, which stays when the browser takes the storage away; null for an older release. */
    browserId: uuid('browser_id'),
    /** When the same browser came back for this runner as a new phone: this one has lost its storage. */
    evictedAt: instant('evicted_at'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.runnerId, table.id] }),
    index('phones_by_contact').on(table.contactAt),
  ],
)

/**
 * The states from which this database was continued, the newest last. Rows of a phone's work can be missing after each
 * one, because a backup is older than what came after it.
 */
export const databaseEpochs = pgTable('database_epochs', {
  number: identity(),
  epoch: uuid().notNull(),
  /** `timeline`: PostgreSQL began another timeline, at a recovery to a point in time or a promotion. */
  reason: text().$type<'new' | 'restored' | 'timeline'>().notNull(),
  /** Of PostgreSQL; null where it cannot be read. */
  timeline: integer(),
  createdAt: createdAt(),
})

/** The first answer to each single call of a phone with a key. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    runnerId: integer('runner_id')
      .notNull()
      .references(() => runners.id),
    key: text().notNull(),
    /** From `identifyRequest`: another request under the same key is refused. */
    requestHash: text('request_hash').notNull(),
    /** The first answer; a repeat gets exactly this one. */
    status: integer().notNull(),
    body: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.runnerId, table.key] }),
    // With it each sign-in finds the old answers of the runner, which it deletes.
    index('idempotency_keys_by_age').on(table.runnerId, table.createdAt),
  ],
)

/** The rows of an import until its whole file is checked. */
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

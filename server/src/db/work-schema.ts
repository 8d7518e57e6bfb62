/** What makes each write of a phone happen once. */
import type { Difference } from '@veni/domain/deal/record'
import type { WorkKind } from '@veni/domain/work'
import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt } from './columns.ts'
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
    /** SHA-256 of what the phone sent, apart from its photos. The server refuses other content under the same id. */
    contentHash: text('content_hash').notNull(),
    orderId: integer('order_id'),
    differences: jsonb().$type<Difference[]>(),
    createdAt: createdAt(),
  },
  (table) => [index('recorded_work_by_runner').on(table.runnerId, table.createdAt)],
)

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
  (table) => [primaryKey({ columns: [table.runnerId, table.key] })],
)

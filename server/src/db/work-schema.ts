import type { Difference } from '@veni/domain/deal/record'
import type { WorkKind } from '@veni/domain/work'
import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
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
    /** SHA-256 of what the phone sent, apart from its photos: another content under the same id is refused. */
    contentHash: text('content_hash').notNull(),
    orderId: integer('order_id'),
    differences: jsonb().$type<Difference[]>(),
    createdAt: createdAt(),
  },
  (table) => [index('recorded_work_by_runner').on(table.runnerId, table.createdAt)],
)

import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { createdAt, instant } from './columns.ts'
import { runners } from './sign-in-schema.ts'

/** The incomplete uploads of photos, where the object store has their bytes. Every server can continue each of them. */
export const uploads = pgTable(
  'uploads',
  {
    /** Starts with the id of its runner. */
    id: text().primaryKey(),
    runnerId: integer('runner_id')
      .notNull()
      .references(() => runners.id),
    /** Of the whole photo, in bytes. */
    size: integer().notNull(),
    /** As the phone sent it with the upload. */
    metadata: jsonb().$type<Record<string, string | null>>(),
    createdAt: createdAt(),
    /** When the last byte came. */
    lastByteAt: instant('last_byte_at').notNull(),
  },
  (table) => [
    index('uploads_by_runner').on(table.runnerId, table.lastByteAt),
    index('uploads_by_age').on(table.lastByteAt),
  ],
)

/** The bytes of one request of an upload. Each part begins where the one before ends. */
export const uploadParts = pgTable(
  'upload_parts',
  {
    uploadId: text('upload_id')
      .notNull()
      .references(() => uploads.id, { onDelete: 'cascade' }),
    /** The offset of its first byte. */
    start: integer().notNull(),
    bytes: integer().notNull(),
    /** The name of its object in the object store. */
    object: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.uploadId, table.start] })],
)

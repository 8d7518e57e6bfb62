import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { createdAt } from './columns.ts'
import { runners } from './sign-in-schema.ts'

/** Which runner may read which photo. The photo store has the bytes under their hash. */
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
  (table) => [
    primaryKey({ columns: [table.hash, table.runnerId] }),
    index('images_by_runner').on(table.runnerId, table.createdAt),
  ],
)

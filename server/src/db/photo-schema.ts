import type { PhotoRole } from '@veni/domain/photo'
import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { createdAt, instant, photoKey } from './columns.ts'
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
    /** When the server found that the file is missing or damaged; the phone can send the photo again. */
    lostAt: instant('lost_at'),
  },
  (table) => [
    primaryKey({ columns: [table.hash, table.runnerId] }),
    index('images_by_runner').on(table.runnerId, table.createdAt),
  ],
)

/** The photos that runners took after their deals, in place of photos that were refused or lost. Rows are only added. */
export const laterPhotos = pgTable(
  'later_photos',
  {
    invoiceId: text('invoice_id').notNull(),
    role: text().$type<PhotoRole>().notNull(),
    /** 1 for the first photo that replaces the one in the record, 2 for the next. */
    number: integer().notNull(),
    url: text().notNull(),
    /** `photo-lost`, or the code or status with which the server refused the photo before. */
    reason: text().notNull(),
    /** By the phone's clock. */
    takenAt: instant('taken_at').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.invoiceId, table.role, table.number] }),
    index('later_photos_by_photo').on(photoKey(table.url)),
  ],
)

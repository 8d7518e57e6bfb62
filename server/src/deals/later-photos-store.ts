import { MOST_LATER_PHOTOS } from '@veni/domain/work'
import { sql } from 'drizzle-orm'
import { selectRows, type Tx } from '../db/client.ts'
import { photoKey } from '../db/columns.ts'
import { laterPhotos } from '../db/schema.ts'

/**
 * Stores later photos, each once. The customer of their deal must be locked. A phone whose database has gone back to an
 * older state gives a number twice: the second photo then gets the number after the last one. The address of an erased
 * photo is empty: the same number is the same photo.
 * @returns whether one of them was not stored yet
 */
export async function insertLaterPhotos(
  tx: Tx,
  photos: readonly (typeof laterPhotos.$inferInsert)[],
): Promise<boolean> {
  if (photos.length === 0) return false
  const wanted = photos.map(({ invoiceId, role, number, url, reason, takenAt }) => ({
    invoice_id: invoiceId,
    role,
    number,
    url,
    reason,
    taken_at: takenAt.toISOString(),
  }))
  const inserted = await selectRows(
    tx,
    sql`insert into ${laterPhotos} (invoice_id, role, number, url, reason, taken_at)
      select invoice_id, role, case when is_taken then last + 1 else number end, url, reason, taken_at
      from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as wanted
        (invoice_id text, role text, number integer, url text, reason text, taken_at timestamptz)
      cross join lateral (
        select max(stored.number) as last,
          coalesce(bool_or(stored.number = wanted.number), false) as is_taken,
          coalesce(bool_or(
            ${photoKey(sql.raw('stored.url'))} = ${photoKey(sql.raw('wanted.url'))}
            or stored.number = wanted.number and stored.url = ''
          ), false) as is_stored
        from ${laterPhotos} as stored
        where stored.invoice_id = wanted.invoice_id and stored.role = wanted.role
      ) as before
      where not is_stored and (not is_taken or last < ${MOST_LATER_PHOTOS})
      returning number`,
  )
  return inserted.length > 0
}

/** Moves the embedded database to a chosen byte of its log (WAL), whose files have 16 MB each. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { type Db, selectRows } from '../../src/db/client.ts'

export const SEGMENT_BYTES = 16 * 1024 * 1024
const MOST_AT_ONCE = 4 * 1024 * 1024
/** A record has a header, and each page of 8 KB has one. */
const HEADERS = 400

/**
 * Writes records until so many bytes are left in a segment after which PostgreSQL must create a new file.
 * @returns the bytes that are left, which are a few hundred more or less
 */
export async function approachSegmentEnd(
  db: Db,
  dataDir: string,
  bytesBefore: number,
): Promise<number> {
  for (;;) {
    const { position, nextFile } = await readPosition(db)
    const isFileThere = existsSync(join(dataDir, 'database/pg_wal', nextFile))
    const left = SEGMENT_BYTES - (position % SEGMENT_BYTES)
    const wanted = isFileThere ? left + 3 * HEADERS : left - bytesBefore
    if (!isFileThere && wanted < 2 * HEADERS) return left
    await writeRecord(db, Math.min(wanted, MOST_AT_ONCE))
  }
}

async function readPosition(db: Db) {
  const [row] = await selectRows<{ position: string; next: string }>(
    db,
    sql`select pg_current_wal_insert_lsn() - '0/0'::pg_lsn as position,
      pg_walfile_name(pg_current_wal_insert_lsn() + ${SEGMENT_BYTES}::numeric) as next`,
  )
  if (!row) throw new Error('PostgreSQL has a position')
  return { position: Number(row.position), nextFile: row.next }
}

/** Writes one record to the log, and no row. */
export async function writeRecord(db: Db, bytes: number): Promise<void> {
  const size = Math.max(1, Math.floor(bytes * (8_100 / 8_192)) - HEADERS)
  // The transaction that logs it also flushes it.
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_logical_emit_message(true, '', repeat('x', ${size}::int))`)
    await tx.execute(sql`select txid_current()`)
  })
}

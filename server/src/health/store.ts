import { sql } from 'drizzle-orm'
import type { DbOrTx } from '../db/client.ts'

/** Rejects when the database does not answer. */
export async function askDatabase(db: DbOrTx): Promise<void> {
  await db.execute(sql`select 1`)
}

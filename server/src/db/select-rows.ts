import type { SQL } from 'drizzle-orm'
import type { DbOrTx } from './client.ts'

/** Runs a statement that the query builder cannot write; both drivers answer with `rows`. */
export async function selectRows<TRow>(db: DbOrTx, statement: SQL): Promise<TRow[]> {
  const result = (await db.execute(statement)) as { rows: TRow[] }
  return result.rows
}

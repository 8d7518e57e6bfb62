import { sql } from 'drizzle-orm'
import { type Db, selectRows } from '../../src/db/client.ts'

/** The connections to this PostgreSQL database whose statement waits for a lock. */
export const listLockWaits = (db: Db): Promise<readonly { readonly pid: number }[]> =>
  selectRows(
    db,
    sql`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )

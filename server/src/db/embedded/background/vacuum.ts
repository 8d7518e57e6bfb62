/**
 * PostgreSQL frees the space of changed, deleted and rolled-back rows by workers in the background. The embedded database
 * has none: without this, calls that store nothing new would fill the disk in the end.
 */
import { sql } from 'drizzle-orm'
import type { Log } from '../../../log.ts'
import { type Database, type Db, selectRows } from '../../client.ts'
import { regularly } from './regularly.ts'

/** PostgreSQL's own interval. */
const EVERY_MS = 60_000

/** The vacuum of a smaller table ends well within the time after which a database counts as frozen. */
const LARGE_BYTES = 32 * 1024 * 1024

/** PostgreSQL stores the parts of long values in tables of this schema, and has no statistics of them. */
const isAnalysed = sql`schemaname <> 'pg_toast'`

/** The rules of PostgreSQL with its default settings (`autovacuum_vacuum_threshold` and the following ones). */
const isDue = sql`n_dead_tup > 50 + 0.2 * n_live_tup
  or n_ins_since_vacuum > 1000 + 0.2 * n_live_tup
  or (n_mod_since_analyze > 50 + 0.1 * n_live_tup and ${isAnalysed})`

interface Table {
  /** Quoted for SQL. */
  readonly name: string
  readonly isLarge: boolean
  readonly isAnalysed: boolean
}

/** Also PostgreSQL's own tables: each analysis changes rows of `pg_statistic`. */
const listTables = (db: Db, condition = sql`true`): Promise<Table[]> =>
  selectRows(
    db,
    sql`select format('%I.%I', schemaname, relname) as name, ${isAnalysed} as "isAnalysed",
      pg_total_relation_size(relid) > ${LARGE_BYTES} as "isLarge"
      from pg_stat_all_tables where ${condition}`,
  )

/** When the database was opened: it opens again after a crash, also while the server runs. */
async function readStart(db: Db): Promise<string> {
  const [row] = await selectRows<{ at: string }>(
    db,
    sql`select pg_postmaster_start_time()::text as at`,
  )
  return row?.at ?? ''
}

/** Starts to vacuum each minute the tables that need it. @returns stops it */
export function vacuumRegularly(
  { db, runLong }: Pick<Database, 'db' | 'runLong'>,
  log: Log,
): () => void {
  let vacuumedSince: string | undefined
  return regularly(
    EVERY_MS,
    async (hasEnded) => {
      const startedAt = await readStart(db)
      // After a crash the database has lost its counts of old rows.
      const tables = await listTables(db, vacuumedSince === startedAt ? isDue : undefined)
      for (const { name, isLarge, isAnalysed } of tables) {
        if (hasEnded()) return
        const run = () => db.execute(sql.raw(`vacuum ${isAnalysed ? '(analyze) ' : ''}${name}`))
        // One by one, so that the calls of the runners go on in between.
        await (isLarge ? runLong(run) : run())
      }
      vacuumedSince = startedAt
    },
    (error) => log.error('The tables were not vacuumed', error),
  )
}

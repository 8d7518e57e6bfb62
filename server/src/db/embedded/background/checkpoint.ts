/**
 * PostgreSQL deletes or uses again the files of its log after a checkpoint, which a process in the background starts. The
 * embedded database has none: without this, its log would grow until the server ends, and the recovery after a crash with it.
 */
import { sql } from 'drizzle-orm'
import type { Log } from '../../../log.ts'
import { type Database, selectRows } from '../../client.ts'
import { regularly } from './regularly.ts'

const EVERY_MS = 10_000

/** How much is logged between two checkpoints: two files of the log, which have 16 MB each. */
const LOG_BYTES = 32 * 1024 * 1024

/** Starts to make checkpoints, each when `LOG_BYTES` were logged since the last one. @returns stops it */
export const checkpointRegularly = (
  { db, runLong }: Pick<Database, 'db' | 'runLong'>,
  log: Log,
): (() => void) =>
  regularly(
    EVERY_MS,
    async () => {
      const [row] = await selectRows<{ isDue: boolean }>(
        db,
        sql`select pg_current_wal_insert_lsn() - redo_lsn > ${LOG_BYTES} as "isDue" from pg_control_checkpoint()`,
      )
      // A slow disk may need long for all that has changed.
      if (row?.isDue) await runLong(() => db.execute(sql`checkpoint`))
    },
    (error) => log.error('No checkpoint was made', error),
  )

/** Migrates PostgreSQL while servers of the release before go on with their work. */
import { setTimeout as wait } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type pg from 'pg'
import { OperatorError } from '../errors.ts'
import type { Log } from '../log.ts'
import { lockNumbers } from './lock-numbers.ts'
import * as schema from './schema.ts'
import { isLockConflict } from './unavailable.ts'

export interface MigrationOptions {
  /** Folder of the migrations. */
  readonly migrations: string
  /** Gets a line when the migrations have to wait. */
  readonly log: Pick<Log, 'info'>
}

/**
 * Applies the migrations that are missing, all in one transaction. Of several servers that start together one does, and
 * the others wait for it. Throws `OperatorError` when the tables stay in use.
 * @param session of its own; its end releases the lock of the migrations
 */
export async function migratePostgres(
  session: pg.Client,
  { migrations, log }: MigrationOptions,
): Promise<void> {
  await session.query('select pg_advisory_lock($1)', [lockNumbers.migration])
  await session.query(`set lock_timeout = ${LOCK_MS}`)
  for (let tries = 1; ; tries += 1)
    try {
      return await migrate(drizzle(session, { schema }), { migrationsFolder: migrations })
    } catch (error) {
      if (!isLockConflict(error)) throw error
      if (tries === MOST_TRIES)
        throw new OperatorError(
          'The migrations got no lock of a table: a long transaction uses it. End it, then start again.',
          { cause: error },
        )
      if (tries === 1) log.info('The migrations wait for a table that is in use')
      await wait(PAUSE_MS)
    }
}

/**
 * While a migration waits for a lock of a table, every later statement on this table waits behind it, also a read. A
 * backup, or an import, can have the table for minutes.
 */
const LOCK_MS = 1_000
/** In which the calls of phones have the table. */
const PAUSE_MS = 2_000
/** Less than the ten minutes for which the other servers wait (`LONG_ANSWER_SECONDS`). */
const MOST_TRIES = 180

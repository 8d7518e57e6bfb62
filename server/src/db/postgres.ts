import { setTimeout as wait } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { migrationsFolder } from '../config/folders.ts'
import { OperatorError } from '../errors.ts'
import { createLog, type Log } from '../log.ts'
import { LONG_ANSWER_SECONDS } from './answer-limits.ts'
import { countConnections, type Database, type Db } from './client.ts'
import { limitRole, openSession, openSessions, openTransactions } from './connections.ts'
import { migratePostgres, type MigrationOptions } from './migrate-postgres.ts'
import { openPing, openPooledPing } from './ping.ts'
import * as schema from './schema.ts'
import { reasonOf } from './unavailable.ts'

export interface PostgresOptions {
  /** Folder of the migrations. */
  readonly migrations?: string | undefined
  /** How long one statement may take. The commands of the office have statements over all rows. */
  readonly answerSeconds?: number | undefined
  /** The address of a pooler in transaction mode, which has the connections of a server. */
  readonly poolerUrl?: string | undefined
  /** Default: text to the terminal. */
  readonly log?: Log | undefined
}

/**
 * Opens PostgreSQL 15 or newer, which any number of servers can share. Throws `OperatorError` when it does not answer
 * within 5 s.
 */
export async function openPostgres(
  url: string,
  {
    migrations = migrationsFolder,
    answerSeconds = LONG_ANSWER_SECONDS,
    poolerUrl,
    log = createLog('text'),
  }: PostgresOptions = {},
): Promise<Database> {
  await prepare(url, { migrations, log, isPooled: poolerUrl !== undefined })
  const pool =
    poolerUrl === undefined ? openSessions(url, answerSeconds) : openTransactions(poolerUrl)
  const { ping, pools } =
    poolerUrl === undefined ? openPing(url) : openPooledPing({ url, poolerUrl })
  const everyPool = [pool, ...pools]
  try {
    await orRefuse(poolerUrl ?? url, () => pool.query('select 1'))
  } catch (error) {
    await endAll(everyPool)
    throw error
  }
  return {
    db: drizzle(pool, { schema }) as unknown as Db,
    kind: 'postgres',
    runLong: (work) => work(),
    connections: countConnections(pool),
    ping,
    close: () => endAll(everyPool),
  }
}

/** A database that does not answer must not hold up the end of the process. */
const endAll = (pools: readonly pg.Pool[]): Promise<void> =>
  Promise.race([
    Promise.all(pools.map((pool) => pool.end())).then(() => undefined),
    wait(END_LIMIT_MS, undefined, { ref: false }),
  ])

const END_LIMIT_MS = 5_000

interface Preparation extends MigrationOptions {
  /** Whether the limits of statements must belong to the role. */
  readonly isPooled: boolean
}

async function prepare(url: string, { isPooled, ...options }: Preparation): Promise<void> {
  const session = await orRefuse(url, () => openSession(url))
  try {
    await requireUtf8(session, url)
    await migratePostgres(session, options)
    if (isPooled) await limitRole(session)
  } finally {
    // The end of the session releases the lock, also after an error.
    await session.end()
  }
}

/** In another encoding PostgreSQL refuses `normalize` and most of what runners type, so calls would fail one by one. */
async function requireUtf8(client: pg.Client, url: string): Promise<void> {
  const { rows } = await client.query<{ server_encoding: string }>('show server_encoding')
  const encoding = rows[0]?.server_encoding ?? ''
  if (encoding === 'UTF8') return
  throw new OperatorError(
    `The database at ${withoutPassword(url)} has the encoding ${encoding}. Create one with: create database NAME encoding 'UTF8' template template0`,
  )
}

/** Throws an `OperatorError` with the reason when the first contact with the database fails. */
async function orRefuse<T>(url: string, contact: () => Promise<T>): Promise<T> {
  try {
    return await contact()
  } catch (error) {
    const sentence = `The database at ${withoutPassword(url)} cannot be reached (${reasonOf(error)}).`
    throw new OperatorError(sentence, { cause: error })
  }
}

function withoutPassword(url: string): string {
  if (!URL.canParse(url)) return 'DATABASE_URL'
  const { host, pathname } = new URL(url)
  return `${host}${pathname}`
}

import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { migrationsFolder } from '../config/folders.ts'
import { OperatorError } from '../errors.ts'
import { LONG_ANSWER_SECONDS } from './answer-limits.ts'
import { AnsweringClient } from './answering-client.ts'
import type { Database, Db } from './client.ts'
import { lockNumbers } from './lock-numbers.ts'
import * as schema from './schema.ts'

export interface PostgresOptions {
  /** Folder of the migrations. */
  readonly migrations?: string | undefined
  /** How long one statement may take. The commands of the office have statements over all rows. */
  readonly answerSeconds?: number | undefined
}

/**
 * Opens PostgreSQL 15 or newer, which any number of servers can share. Throws `OperatorError` when it does not answer
 * within 5 s.
 */
export async function openPostgres(
  url: string,
  { migrations = migrationsFolder, answerSeconds = LONG_ANSWER_SECONDS }: PostgresOptions = {},
): Promise<Database> {
  const pool = new pg.Pool({
    ...connectTo(url, answerSeconds),
    Client: AnsweringClient,
    max: POOL_SIZE,
  })
  // The pool replaces a lost idle connection at the next query. Without a listener its error would end the process.
  pool.on('error', () => undefined)
  // A lost busy connection fails its own query, which answers the error.
  pool.on('connect', (client) => client.on('error', () => undefined))
  try {
    await migrateOnce(url, migrations)
  } catch (error) {
    await pool.end()
    throw error
  }
  return {
    db: drizzle(pool, { schema }) as unknown as Db,
    kind: 'postgres',
    runLong: (work) => work(),
    close: () => pool.end(),
  }
}

/** PostgreSQL ends a statement that takes too long. When it does not answer at all, the server ends the connection. */
const connectTo = (url: string, answerSeconds: number) => ({
  connectionString: url,
  connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  statement_timeout: answerSeconds * 1_000,
  query_timeout: answerSeconds * 1_000 + LATER_ANSWER_MS,
  idle_in_transaction_session_timeout: MAX_IDLE_IN_TRANSACTION_MS,
})

const CONNECT_TIMEOUT_MS = 5_000
/** The refusal of PostgreSQL must arrive before the server ends the connection. */
const LATER_ANSWER_MS = 2_000
const POOL_SIZE = 20
/**
 * When a server loses its power, its open transactions stay, for hours by default, with locked keys and rows. Even on
 * an overloaded machine our transactions pause for less time than this between two statements.
 */
const MAX_IDLE_IN_TRANSACTION_MS = 5 * 60_000

async function migrateOnce(url: string, migrations: string): Promise<void> {
  const client = await connect(url)
  try {
    await requireUtf8(client, url)
    await client.query('select pg_advisory_lock($1)', [lockNumbers.migration])
    await migrate(drizzle(client, { schema }), { migrationsFolder: migrations })
  } finally {
    // Closing the connection releases the lock, also after an error.
    await client.end()
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

/** A connection of its own: a migration may have a statement over all rows. */
async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client(connectTo(url, LONG_ANSWER_SECONDS))
  // A lost connection fails the running query.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return client
  } catch (error) {
    const sentence = `The database at ${withoutPassword(url)} cannot be reached (${reasonOf(error)}).`
    throw new OperatorError(sentence, { cause: error })
  }
}

/** A host with several addresses fails with an `AggregateError`, whose own message is empty. */
function reasonOf(error: unknown): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error
  return first instanceof Error ? first.message : String(first)
}

function withoutPassword(url: string): string {
  if (!URL.canParse(url)) return 'DATABASE_URL'
  const { host, pathname } = new URL(url)
  return `${host}${pathname}`
}

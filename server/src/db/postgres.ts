import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { migrationsFolder } from '../config/folders.ts'
import { OperatorError } from '../errors.ts'
import type { Database, Db } from './client.ts'
import { lockNumbers } from './lock-numbers.ts'
import { PreparingClient } from './preparing-client.ts'
import * as schema from './schema.ts'

/**
 * Opens PostgreSQL 15 or newer, which any number of servers can share. Throws `OperatorError` when it does not answer
 * within 5 s.
 */
export async function openPostgres(url: string, migrations = migrationsFolder): Promise<Database> {
  const pool = new pg.Pool({
    Client: PreparingClient,
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    max: POOL_SIZE,
    idle_in_transaction_session_timeout: MAX_IDLE_IN_TRANSACTION_MS,
  })
  // The pool replaces a lost idle connection at the next query. Without a listener its error would end the process.
  pool.on('error', () => undefined)
  // A lost busy connection fails its own query, which answers the error.
  pool.on('connect', (client) => client.on('error', () => undefined))
  try {
    await migrateOnce(pool, url, migrations)
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

const CONNECT_TIMEOUT_MS = 5_000
const POOL_SIZE = 20
/**
 * When a server loses its power, its open transactions stay, for hours by default, with locked keys and rows. Even on
 * an overloaded machine our transactions pause for less time than this between two statements.
 */
const MAX_IDLE_IN_TRANSACTION_MS = 5 * 60_000

async function migrateOnce(pool: pg.Pool, url: string, migrations: string): Promise<void> {
  const client = await connect(pool, url)
  try {
    await requireUtf8(client, url)
    await client.query('select pg_advisory_lock($1)', [lockNumbers.migration])
    await migrate(drizzle(client, { schema }), { migrationsFolder: migrations })
  } finally {
    // Closing the connection releases the lock, also after an error.
    client.release(true)
  }
}

/** In another encoding PostgreSQL refuses `normalize` and most of what runners type, so calls would fail one by one. */
async function requireUtf8(client: pg.PoolClient, url: string): Promise<void> {
  const { rows } = await client.query<{ server_encoding: string }>('show server_encoding')
  const encoding = rows[0]?.server_encoding ?? ''
  if (encoding === 'UTF8') return
  throw new OperatorError(
    `The database at ${withoutPassword(url)} has the encoding ${encoding}. Create one with: create database NAME encoding 'UTF8' template template0`,
  )
}

async function connect(pool: pg.Pool, url: string): Promise<pg.PoolClient> {
  try {
    return await pool.connect()
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

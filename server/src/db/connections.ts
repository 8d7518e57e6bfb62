import pg from 'pg'
import { ANSWER_SECONDS, LONG_ANSWER_SECONDS, OFFICE_LOCK_MS } from './answer-limits.ts'
import { PreparingClient } from './preparing-client.ts'

/**
 * Connections of a server or a command to PostgreSQL. Without a pooler each one is a session, which has the limits of its
 * statements.
 */
export const openSessions = (url: string, answerSeconds: number): pg.Pool =>
  openPool({
    ...sessionTo(url, answerSeconds),
    lock_timeout: OFFICE_LOCK_MS,
    Client: PreparingClient,
  })

/**
 * Connections of a server to a pooler in transaction mode: each transaction may have another session of PostgreSQL. So no
 * statement is prepared, and the role has the limits ({@link limitRole}).
 */
export const openTransactions = (poolerUrl: string, most = POOL_SIZE): pg.Pool =>
  openPool({ ...connectTo(poolerUrl, ANSWER_SECONDS), max: most })

/**
 * One connection that only asks whether the database answers: it must not wait for one that calls use, and it gives up
 * early.
 */
export const openProbe = (url: string): pg.Pool =>
  openPool({
    connectionString: url,
    connectionTimeoutMillis: PROBE_MS,
    query_timeout: PROBE_MS,
    max: 1,
  })

/** A session of its own, for migrations: they may have a statement over all rows. Rejects when nothing answers. */
export async function openSession(url: string): Promise<pg.Client> {
  const client = new pg.Client(sessionTo(url, LONG_ANSWER_SECONDS))
  // A lost connection fails the running query.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** Stores the limits of a server as settings of this session's role in this database. Its later sessions have them. */
export async function limitRole(session: pg.Client): Promise<void> {
  const limits = Object.entries(limitsOf(ANSWER_SECONDS)).map(([name, ms]) => `${name}=${ms}`)
  const { rowCount } = await session.query(
    `select from pg_db_role_setting where setconfig @> $1 and setrole = current_user::regrole
      and setdatabase = (select oid from pg_database where datname = current_database())`,
    [limits],
  )
  if (rowCount) return
  for (const limit of limits)
    await session.query(`do $$ begin execute format(
      'alter role %I in database %I set ${limit}', current_user, current_database()); end $$`)
}

function openPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ max: POOL_SIZE, ...config })
  // The pool replaces a lost idle connection at the next query. Without a listener its error would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => {
    // A lost busy connection fails its own query, which answers the error.
    client.on('error', () => undefined)
    closeWhenSilent(client)
    endFailedTransactions(client)
  })
  return pool
}

/**
 * Closes a connection of which a statement has no answer within `query_timeout`. A frozen database, or one behind a lost
 * network, closes no connection itself: the pool would hand it out again and again.
 */
function closeWhenSilent(client: pg.PoolClient): void {
  const { connection } = client as unknown as { readonly connection: pg.Connection }
  onFailedQuery(client, (error) => {
    if (error instanceof Error && error.message === NO_ANSWER) connection.stream.destroy()
  })
}

/**
 * Ends a connection whose `begin` or `rollback` has failed. Drizzle 0.45 takes a connection before `begin`, and gives it
 * back only if that succeeds: after as many failures as the pool has connections nobody would get one any more. After a
 * failed `rollback` it gives the connection back as a whole one, although its transaction may not have ended.
 */
export function endFailedTransactions(client: pg.PoolClient): void {
  onFailedQuery(client, (error, statement) => {
    const { text = statement } = Object(statement) as { readonly text?: unknown }
    if (text === 'rollback') {
      const release = client.release.bind(client)
      client.release = () => release(error as Error)
    } else if (typeof text === 'string' && text.startsWith('begin')) client.release(error as Error)
  })
}

function onFailedQuery(
  client: pg.PoolClient,
  listen: (error: unknown, statement: unknown) => void,
): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  client.query = ((...args: unknown[]) => {
    const result = query(...args)
    if (result instanceof Promise) result.catch((error: unknown) => listen(error, args[0]))
    return result
  }) as pg.PoolClient['query']
}

/** The driver's error has no code. */
export const NO_ANSWER = 'Query read timeout'

const sessionTo = (url: string, answerSeconds: number) => ({
  ...connectTo(url, answerSeconds),
  ...limitsOf(answerSeconds),
})

const connectTo = (url: string, answerSeconds: number) => ({
  connectionString: url,
  connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  query_timeout: answerSeconds * 1_000 + LATER_ANSWER_MS,
})

/** By their names in PostgreSQL, in ms. */
const limitsOf = (answerSeconds: number) => ({
  statement_timeout: answerSeconds * 1_000,
  idle_in_transaction_session_timeout: MAX_IDLE_IN_TRANSACTION_MS,
})

const CONNECT_TIMEOUT_MS = 5_000
/** How long a probe waits for its answer. */
export const PROBE_MS = 1_500
/** The refusal of PostgreSQL must arrive before the server closes the connection. */
const LATER_ANSWER_MS = 2_000
const POOL_SIZE = 20
/**
 * When a server loses its power, its open transactions stay, for hours by default, with locked keys and rows. Even on
 * an overloaded machine our transactions pause for less time than this between two statements.
 */
const MAX_IDLE_IN_TRANSACTION_MS = 5 * 60_000

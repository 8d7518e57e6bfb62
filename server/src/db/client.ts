import { type ExtractTablesWithRelations, type SQL, sql } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT, PgTransaction } from 'drizzle-orm/pg-core'
import { lockNumbers } from './lock-numbers.ts'
import type * as schema from './schema.ts'

/** One type for the embedded database and for PostgreSQL; stores use no other. */
export type Db = PgDatabase<PgQueryResultHKT, typeof schema>

/**
 * Inside `db.transaction(async (tx) => …)` every statement must go through `tx`. The embedded database has one
 * connection, and a statement on the outer `db` would wait for it forever.
 */
export type Tx = PgTransaction<
  PgQueryResultHKT,
  typeof schema,
  ExtractTablesWithRelations<typeof schema>
>

/** The first parameter of every function of a store: it works inside a transaction and outside. */
export type DbOrTx = Db | Tx

/** Who writes, and at what time. */
export type Writer = {
  readonly runnerId: number
  readonly now: Date
  /** The office records what the runner has done, whoever has the customer by now. */
  readonly isOffice?: boolean | undefined
  /** The fields of a deal that the office adopts which the phone did not tell. */
  readonly adopted?: readonly string[] | undefined
}

export type Database = {
  db: Db
  kind: 'embedded' | 'postgres'
  /** Runs work whose single statements may take minutes, such as an import. */
  runLong: <T>(work: () => Promise<T>) => Promise<T>
  /** Of the pool: how many are open, how many of these are idle, and how many calls wait for one. */
  connections: () => ConnectionCounts
  /** Rejects when the database does not answer, or not soon. It waits for no other work. */
  ping: () => Promise<void>
  close: () => Promise<void>
}

export type ConnectionCounts = Readonly<Record<'open' | 'idle' | 'waiting', number>>

export const countConnections =
  (pool: {
    readonly totalCount: number
    readonly idleCount: number
    readonly waitingCount: number
  }) =>
  (): ConnectionCounts => ({
    open: pool.totalCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
  })

/** Runs a statement that the query builder cannot express. */
export async function selectRows<TRow>(db: DbOrTx, statement: SQL): Promise<TRow[]> {
  const result = (await db.execute(statement)) as { rows: TRow[] }
  return result.rows
}

/** Rejects when the database does not answer. */
export async function pingDatabase(db: DbOrTx): Promise<void> {
  await db.execute(sql`select 1`)
}

/**
 * Runs one transaction while no other server runs its own, for work that only the first of many servers must do.
 * A server that dies in the middle leaves nothing behind, and the next server starts the work again.
 */
export async function runExclusively<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${lockNumbers.exclusive})`)
    return work(tx)
  })
}

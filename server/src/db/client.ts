import type { PgDatabase, PgQueryResultHKT, PgTransaction } from 'drizzle-orm/pg-core'
import type { ExtractTablesWithRelations } from 'drizzle-orm'
import type * as schema from './schema.ts'

/** One type for the embedded database and PostgreSQL; stores know no other. */
export type Db = PgDatabase<PgQueryResultHKT, typeof schema>

/**
 * Inside `db.transaction(async (tx) => …)` every statement goes through `tx`: the embedded database has one connection, and the outer
 * `db` would wait for it for ever.
 */
export type Tx = PgTransaction<
  PgQueryResultHKT,
  typeof schema,
  ExtractTablesWithRelations<typeof schema>
>

/** What a store's function takes first: it does not care whether it runs inside a transaction. */
export type DbOrTx = Db | Tx

/** Who writes, and at what time. */
export type Writer = { readonly runnerId: number; readonly now: Date }

export type Database = { db: Db; kind: 'embedded' | 'postgres'; close: () => Promise<void> }

/**
 * An epoch ends where a database is continued from an older state. Work that phones had sent can then be missing, and
 * numbers that phones know can be given out again.
 */
import { randomUUID } from 'node:crypto'
import { desc, getTableName, sql } from 'drizzle-orm'
import { type Db, type DbOrTx, selectRows, type Tx } from './client.ts'
import { lockNumbers } from './lock-numbers.ts'
import { databaseEpochs } from './schema.ts'
import { findOutage } from './unavailable.ts'

type Epoch = typeof databaseEpochs.$inferSelect

/**
 * The epoch of the database. Begins one where there is none yet, and where PostgreSQL has changed its timeline since:
 * it does so at each recovery to a point in time. Several processes can call it at once.
 */
export async function findEpoch(db: Db): Promise<string> {
  const timeline = await readTimeline(db)
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${lockNumbers.epoch})`)
    const latest = await findLatest(tx)
    if (!latest) return beginEpoch(tx, 'new', timeline)
    if (latest.timeline === timeline || timeline === null) return latest.epoch
    await skipOrderNumbers(tx)
    return beginEpoch(tx, 'timeline', timeline)
  })
}

/**
 * For a database that gets the rows of a backup.
 * @param lastOrder of {@link readLastOrderNumber} at the time of the backup
 * @returns begins the epoch, in the transaction of the rows: a restore that is cut must not leave rows without it
 */
export async function createRestoredEpoch(
  db: Db,
  lastOrder: number,
): Promise<(tx: Tx) => Promise<void>> {
  const timeline = await readTimeline(db)
  return async (tx) => {
    await continueOrderNumbers(tx, lastOrder)
    await skipOrderNumbers(tx)
    // The tables of an older release may have no epochs. Then the next start begins the first one.
    if (await hasEpochs(tx)) await beginEpoch(tx, 'restored', timeline)
  }
}

async function hasEpochs(tx: Tx): Promise<boolean> {
  const [found] = await selectRows<{ name: string | null }>(
    tx,
    sql`select to_regclass(${getTableName(databaseEpochs)})::text as name`,
  )
  return found?.name !== null
}

/** The epoch as a reply to a phone has it; '' in a database that no server has opened yet. */
export async function readEpoch(db: DbOrTx): Promise<string> {
  return (await findLatest(db))?.epoch ?? ''
}

async function findLatest(db: DbOrTx): Promise<Epoch | undefined> {
  const [latest] = await db
    .select()
    .from(databaseEpochs)
    .orderBy(desc(databaseEpochs.number))
    .limit(1)
  return latest
}

async function beginEpoch(
  tx: Tx,
  reason: Epoch['reason'],
  timeline: number | null,
): Promise<string> {
  const epoch = randomUUID()
  await tx.insert(databaseEpochs).values({ epoch, reason, timeline })
  return epoch
}

/** The name of a file of the log begins with its timeline. `pg_control_checkpoint` has the new one only later. */
async function readTimeline(db: Db): Promise<number | null> {
  try {
    const [found] = await selectRows<{ timeline: number }>(
      db,
      sql`select ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer as timeline`,
    )
    return found?.timeline ?? null
  } catch (error) {
    // A timeline that is not read in an outage must not look like none: the change to it would never be noticed.
    if (findOutage(error)) throw error
    // A service without these functions has backups of its own; there the digests of the phones find what is lost.
    return null
  }
}

/** More orders than any company makes between a backup and its restore. The limit of the numbers is 2,147 times that. */
const SKIPPED_ORDERS = 1_000_000

/**
 * The numbers of lost orders are not given out again: an older app may still change an order by the number that it has
 * got before.
 */
async function skipOrderNumbers(tx: Tx): Promise<void> {
  await tx.execute(sql`
    select setval(
      pg_get_serial_sequence('orders', 'id'),
      (select greatest((select coalesce(max(id), 0) from orders), last_value) + ${SKIPPED_ORDERS}::integer
        from orders_id_seq))`)
}

/**
 * The last number that an order got; 0 before the first one. It can be above those of all orders: an earlier restore has
 * skipped numbers, or orders are lost.
 */
export async function readLastOrderNumber(db: DbOrTx): Promise<number> {
  const [found] = await selectRows<{ last: number }>(
    db,
    sql`select (last_value - (not is_called)::integer)::float8 as last from orders_id_seq`,
  )
  return found?.last ?? 0
}

/** Call it when the rows are loaded. @param last of {@link readLastOrderNumber} of the database that had them */
export async function continueOrderNumbers(tx: Tx, last: number): Promise<void> {
  await tx.execute(
    sql`select setval('orders_id_seq', ${last}::bigint) from orders_id_seq where last_value <= ${last}::bigint`,
  )
}

import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { migrationsFolder, templateFolder } from '../../config/folders.ts'
import { createLog, type Log } from '../../log.ts'
import { FullDiskError } from '../../errors.ts'
import { measureFreeBytes } from '../../space/free-space.ts'
import { makeSpaceToOpen, RESERVE_BYTES } from '../../space/reserve.ts'
import { ANSWER_SECONDS, LONG_ANSWER_SECONDS } from '../answer-limits.ts'
import { findOutage } from '../unavailable.ts'
import { countConnections, type Database, type Db, pingDatabase } from '../client.ts'
import { endFailedTransactions } from '../connections.ts'
import { PreparingClient } from '../preparing-client.ts'
import * as schema from '../schema.ts'
import { startBackgroundWork } from './background/background-work.ts'
import { ensureDatabaseFolder } from './embedded-folder.ts'
import { lockFolder } from './folder-lock.ts'
import { RestartingDatabase } from './thread/restarting-database.ts'

export interface EmbeddedOptions {
  readonly log?: Log
  /** When one statement has no answer for this time, the database is ended and opened again. */
  readonly answerSeconds?: number
  /** Starts vacuums and checkpoints. A test that counts the bytes of the log starts none. */
  readonly startWork?: typeof startBackgroundWork
}

const END_LIMIT_MS = 1_000

/**
 * Opens the embedded database in `dataDir/database`; `dataDir` must exist. Two processes on one folder would lose rows,
 * so the folder is locked first. Throws `OperatorError` when another process has it.
 */
export async function openEmbedded(
  dataDir: string,
  template = templateFolder,
  migrations = migrationsFolder,
  options: EmbeddedOptions = {},
): Promise<Database> {
  const { log = createLog('text'), answerSeconds = ANSWER_SECONDS } = options
  const lock = lockFolder(dataDir)
  const folder = join(dataDir, 'database')
  const makeSpace = () => makeSpaceToOpen(dataDir)
  const long = countLongWork()
  const seconds = () => (long.isRunning() ? LONG_ANSWER_SECONDS : answerSeconds)
  const restarting = new RestartingDatabase({ folder, limits: { seconds }, makeSpace, log })
  const pool = createPool(restarting)
  const db = drizzle(pool, { schema })
  let endBackgroundWork = () => {}
  const close = once(async () => {
    endBackgroundWork()
    await endPool(pool)
    await restarting.close()
    lock.release()
  })
  try {
    await long.run(async () => {
      await makeSpace()
      await ensureDatabaseFolder(folder, template)
      await restarting.open()
      await migrate(db, { migrationsFolder: migrations })
    })
    const shared = { db: db as unknown as Db, runLong: long.run }
    endBackgroundWork = (options.startWork ?? startBackgroundWork)(shared, log)
    const ping = () => pingDatabase(shared.db)
    return { ...shared, kind: 'embedded', connections: countConnections(pool), ping, close }
  } catch (error) {
    await close()
    throw (await isFull(dataDir, error)) ? fullDisk(dataDir, error) : error
  }
}

/** A running transaction may end, unless the database hangs. */
const endPool = (pool: pg.Pool) =>
  Promise.race([pool.end(), wait(END_LIMIT_MS, undefined, { ref: false })])

function once<T>(run: () => T): () => T {
  let result: { readonly value: T } | undefined
  return () => (result ??= { value: run() }).value
}

function countLongWork() {
  let running = 0
  return {
    isRunning: () => running > 0,
    run: async <T>(work: () => Promise<T>): Promise<T> => {
      running += 1
      return work().finally(() => (running -= 1))
    },
  }
}

function fullDisk(dataDir: string, cause: unknown): FullDiskError {
  const sentence = `The disk of ${dataDir} has too little space to open the database.`
  return new FullDiskError(sentence, { cause })
}

/** A database that cannot write its log ends without a code, so the free space counts as well. */
async function isFull(dataDir: string, error: unknown): Promise<boolean> {
  const outage = findOutage(error)
  if (outage !== 'no database') return outage === 'disk full'
  return (await measureFreeBytes(dataDir)) < RESERVE_BYTES
}

/** One connection, because the embedded database has one session; it stays open. */
function createPool(restarting: RestartingDatabase): pg.Pool {
  const pool = new pg.Pool({
    Client: PreparingClient,
    max: 1,
    idleTimeoutMillis: 0,
    user: 'postgres',
    database: 'postgres',
    // A variable of the environment such as PGSSLMODE must not change this connection.
    ssl: false,
    stream: () => restarting.connect() as never,
  })
  // A lost connection fails its own query; the pool makes a new one.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    endFailedTransactions(client)
  })
  return pool
}

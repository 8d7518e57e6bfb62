import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { type Database, type Db, pingDatabase } from '../../src/db/client.ts'
import * as schema from '../../src/db/schema.ts'
import { migrationsFolder } from '../../src/config/folders.ts'
import { prepareStatements } from './prepared-statements.ts'

/** The embedded database without a disk, for tests that use it thousands of times. */
export async function openMemoryDatabase(): Promise<Database> {
  const client = await PGlite.create('memory://')
  const db = drizzle(client, { schema })
  await migrate(db, { migrationsFolder })
  await prepareStatements(client)
  return {
    db: db as unknown as Db,
    kind: 'embedded',
    runLong: (work) => work(),
    connections: () => ({ open: 1, idle: 0, waiting: 0 }),
    ping: () => pingDatabase(db as unknown as Db),
    close: () => client.close(),
  }
}

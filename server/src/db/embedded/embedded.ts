import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { migrationsFolder, templateFolder } from '../../config/folders.ts'
import type { Database, Db } from '../client.ts'
import { ensureDatabaseFolder, openPglite } from './embedded-folder.ts'
import { lockFolder } from './folder-lock.ts'
import * as schema from '../schema.ts'

/**
 * Opens the embedded database in `dataDir/database`; `dataDir` must exist. Two processes on one folder would lose rows,
 * so the folder is locked first. Throws `OperatorError` when another process has it.
 */
export async function openEmbedded(
  dataDir: string,
  template = templateFolder,
  migrations = migrationsFolder,
): Promise<Database> {
  const lock = lockFolder(dataDir)
  try {
    const folder = join(dataDir, 'database')
    await ensureDatabaseFolder(folder, template)
    const client = await openPglite(folder)
    const db = drizzle(client, { schema })
    await migrate(db, { migrationsFolder: migrations })
    return {
      db: db as unknown as Db,
      kind: 'embedded',
      close: async () => {
        await client.close()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

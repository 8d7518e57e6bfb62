import type { Config } from '../config.ts'
import type { Database } from './client.ts'
import { openEmbedded } from './embedded.ts'
import { openPostgres } from './postgres.ts'

/** Opens and migrates the database that the configuration names. Throws `StartupRefusal`. */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
): Promise<Database> {
  return config.databaseUrl ? openPostgres(config.databaseUrl) : openEmbedded(config.dataDir)
}

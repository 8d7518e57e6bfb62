import type { Config } from '../config/config.ts'
import type { Database } from './client.ts'

/** Opens and migrates the database that the configuration names. Throws `OperatorError`. */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
): Promise<Database> {
  // Only the one that is used is loaded: a start takes a tenth less.
  if (config.databaseUrl) return (await import('./postgres.ts')).openPostgres(config.databaseUrl)
  return (await import('./embedded/embedded.ts')).openEmbedded(config.dataDir)
}

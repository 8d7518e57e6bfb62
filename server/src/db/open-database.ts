import type { Config } from '../config/config.ts'
import type { Log } from '../log.ts'
import type { Database } from './client.ts'

/**
 * Opens and migrates the database that the configuration names. Throws `OperatorError`.
 * @param migrations folder of the migrations; default: those of this release
 * @param log for what the embedded database does by itself; default: text to the terminal
 */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  migrations?: string,
  log?: Log,
): Promise<Database> {
  // Loading only the driver in use makes the start a tenth faster.
  if (config.databaseUrl)
    return (await import('./postgres.ts')).openPostgres(config.databaseUrl, migrations)
  return (await import('./embedded/embedded.ts')).openEmbedded(
    config.dataDir,
    undefined,
    migrations,
    log && { log },
  )
}

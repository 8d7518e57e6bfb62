import type { Config } from '../config/config.ts'
import type { Log } from '../log.ts'
import type { Database } from './client.ts'

export interface OpenOptions {
  /** Folder of the migrations; default: those of this release. */
  readonly migrations?: string
  /** For what the embedded database does by itself; default: text to the terminal. */
  readonly log?: Log
  /** How long PostgreSQL may take for one statement; default: long enough for the commands of the office. */
  readonly answerSeconds?: number
}

/** Opens and migrates the database that the configuration names. Throws `OperatorError`. */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  { migrations, log, answerSeconds }: OpenOptions = {},
): Promise<Database> {
  // Loading only the driver in use makes the start a tenth faster.
  if (config.databaseUrl)
    return (await import('./postgres.ts')).openPostgres(config.databaseUrl, {
      migrations,
      answerSeconds,
    })
  return (await import('./embedded/embedded.ts')).openEmbedded(
    config.dataDir,
    undefined,
    migrations,
    log && { log },
  )
}

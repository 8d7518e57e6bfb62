import { ANSWER_SECONDS } from './answer-limits.ts'
import type { Config } from '../config/config.ts'
import type { Log } from '../log.ts'
import type { Database } from './client.ts'

export interface OpenOptions {
  /** Folder of the migrations; default: those of this release. */
  readonly migrations?: string
  /** For what the embedded database does by itself; default: text to the terminal. */
  readonly log?: Log
  /** Whether calls of phones use it: then statements end early, and the pooler has the connections. */
  readonly isServing?: boolean
}

/** Opens and migrates the database that the configuration names. Throws `OperatorError`. */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'> & Partial<Pick<Config, 'databasePoolerUrl'>>,
  { migrations, log, isServing = false }: OpenOptions = {},
): Promise<Database> {
  // Loading only the driver in use makes the start a tenth faster.
  if (config.databaseUrl)
    return (await import('./postgres.ts')).openPostgres(config.databaseUrl, {
      migrations,
      log,
      ...(isServing && { answerSeconds: ANSWER_SECONDS, poolerUrl: config.databasePoolerUrl }),
    })
  return (await import('./embedded/embedded.ts')).openEmbedded(
    config.dataDir,
    undefined,
    migrations,
    log && { log },
  )
}

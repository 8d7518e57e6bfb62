import type { Log } from '../../../log.ts'
import type { Database } from '../../client.ts'
import { checkpointRegularly } from './checkpoint.ts'
import { vacuumRegularly } from './vacuum.ts'

/** Starts what PostgreSQL does in processes of its own, which the embedded database does not have. @returns stops it */
export function startBackgroundWork(
  database: Pick<Database, 'db' | 'runLong'>,
  log: Log,
): () => void {
  const ends = [vacuumRegularly(database, log), checkpointRegularly(database, log)]
  return () => {
    for (const end of ends) end()
  }
}

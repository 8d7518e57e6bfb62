import type { Database, Db } from '../../../db/client.ts'
import type { Log } from '../../../log.ts'
import { describeDiscarded } from '../describe-import.ts'
import { type DiscardedImport, finishDecidedImports } from './decided-imports-store.ts'
import { discardAbandoned } from './staging-store.ts'

const DAY_MS = 86_400_000

/**
 * Finishes the imports that were killed after their decision, and deletes the rows of those that were killed before: now,
 * and each day. Without it the personal data of a killed import would stay until somebody imports again.
 * @returns a function that ends this, and waits for what is running
 */
export function watchAbandonedImports(
  { db, kind }: Pick<Database, 'db' | 'kind'>,
  log: Log,
): () => Promise<void> {
  // No other process has the embedded database, so no import of before this moment runs. One that runs at another process
  // would report wrong counts if its rows were merged here.
  let running = endAbandonedImports(db, log, kind === 'embedded' ? 0 : DAY_MS)
  const timer = setInterval(() => {
    running = running.then(() => endAbandonedImports(db, log, DAY_MS))
  }, DAY_MS)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}

async function endAbandonedImports(db: Db, log: Log, leastAgeMs: number): Promise<void> {
  const before = new Date(Date.now() - leastAgeMs)
  const onDiscarded = (discarded: DiscardedImport) => log.info(describeDiscarded(discarded))
  try {
    await finishDecidedImports(db, onDiscarded, before)
    await discardAbandoned(db, before)
  } catch (error) {
    log.error('The rows of earlier imports were not deleted', error)
  }
}

import type { Database, Db } from '../../../db/client.ts'
import type { Log } from '../../../log.ts'
import { describeDiscarded } from '../describe-import.ts'
import { type DiscardedImport, finishDecidedImports } from './decided-imports-store.ts'
import { discardAbandoned } from './staging-store.ts'

const DAY_MS = 86_400_000

/**
 * Finishes the imports that were killed after their decision, and deletes the rows of those that were killed before: now,
 * and each day. Without it the personal data of a killed import would stay until somebody imports again.
 * @returns ends this without a wait: a merge that is running ends when the database closes, and can be finished later
 */
export function watchAbandonedImports(
  { db, kind, runLong }: Pick<Database, 'db' | 'kind' | 'runLong'>,
  log: Log,
): () => void {
  let hasEnded = false
  async function run(leastAgeMs: number) {
    try {
      await runLong(() => endAbandonedImports(db, log, leastAgeMs))
    } catch (error) {
      if (!hasEnded) log.error('The rows of earlier imports were not deleted', error)
    }
  }
  // No other process has the embedded database, so no import of before this moment runs. One that runs at another process
  // would report wrong counts if its rows were merged here.
  let running = run(kind === 'embedded' ? 0 : DAY_MS)
  const timer = setInterval(() => {
    running = running.then(() => run(DAY_MS))
  }, DAY_MS)
  timer.unref()
  return () => {
    hasEnded = true
    clearInterval(timer)
  }
}

async function endAbandonedImports(db: Db, log: Log, leastAgeMs: number): Promise<void> {
  const before = new Date(Date.now() - leastAgeMs)
  const onDiscarded = (discarded: DiscardedImport) => log.info(describeDiscarded(discarded))
  await finishDecidedImports(db, onDiscarded, before)
  await discardAbandoned(db, before)
}

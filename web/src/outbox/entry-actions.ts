/** What screens do with entries: each action stores first, then starts to send. */
import type { Deal } from '@veni/domain/deal'
import type { StorageWrite } from '../storage/phone-storage.ts'
import type { EntryStore, OutboxDeps } from './deps.ts'
import { isOnItsWay } from './entries.ts'
import type { OutboxEntry } from './entry.ts'

interface ActionDeps extends Pick<OutboxDeps, 'storage' | 'clock' | 'publish'> {
  readonly showEntries: () => Promise<void>
  readonly showAndSend: () => Promise<void>
}

export function createEntryActions(deps: ActionDeps) {
  const { storage, clock, publish, showEntries, showAndSend } = deps

  async function sendNow() {
    publish(undefined)
    await showAndSend()
  }

  return {
    async enqueueDeal(deal: Deal, entry: OutboxEntry | undefined) {
      const stored = await storage.storeDealOnce(deal, entry && (await placeLast(entry, storage)))
      await sendNow()
      return stored
    },
    async enqueue(entry: OutboxEntry, ...more: readonly StorageWrite[]) {
      await storage.storeEntry(await placeLast(entry, storage), ...more)
      await sendNow()
    },
    async withdraw(entryId: string) {
      await storage.deleteEntry(entryId)
      publish(undefined)
      await showEntries()
    },
    async resume(entryId: string) {
      // Another tab may have resumed it already.
      await storage.changeEntry(entryId, (entry) => {
        const { refusal: _, ...rest } = entry
        const nextAttemptAt = clock.now()
        return isOnItsWay(entry) ? undefined : { ...rest, state: 'waiting', nextAttemptAt }
      })
      await sendNow()
    },
  }
}

/** Work is sent in the order in which it was done, also when the phone's clock was set back in between. */
async function placeLast(entry: OutboxEntry, { listEntries }: EntryStore): Promise<OutboxEntry> {
  const earlier = await listEntries(entry.owner)
  const latest = earlier.at(-1)?.createdAt ?? 0
  const isNew = earlier.every(({ id }) => id !== entry.id)
  return isNew && entry.createdAt <= latest ? { ...entry, createdAt: latest + 1 } : entry
}

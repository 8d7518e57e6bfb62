/** What screens do with entries: each action stores first, then starts to send. */
import type { SharedValues } from '@veni/domain/customer/seen'
import type { Deal } from '@veni/domain/deal'
import type { Work } from '@veni/domain/work'
import type { StorageWrite } from '../storage/phone-storage.ts'
import type { OutboxDeps } from './deps.ts'
import { isOnItsWay } from './entries.ts'
import { isBeforeOrder, type OutboxEntry } from './entry.ts'
import type { Scheduler } from './passes/scheduler.ts'
import type { ShownEntries } from './shown-entries.ts'

interface ActionDeps extends Pick<OutboxDeps, 'storage' | 'clock' | 'publish'> {
  readonly shown: Pick<ShownEntries, 'add' | 'remove'>
  readonly requestPass: Scheduler['requestPass']
}

export function createEntryActions({ storage, clock, publish, shown, requestPass }: ActionDeps) {
  /** Nobody waits for the screen or for a call: the entry is on the disk. */
  function sendNow(entry: OutboxEntry | undefined) {
    publish(undefined)
    if (entry) shown.add(entry)
    requestPass(entry && isBeforeOrder(entry))
  }

  return {
    async enqueueDeal(deal: Deal, entry: OutboxEntry | undefined) {
      const stored = await storage.storeDealOnce(deal, entry)
      sendNow(entry)
      return stored
    },
    async enqueue(entry: OutboxEntry, ...more: readonly StorageWrite[]) {
      await storage.storeEntry(entry, ...more)
      sendNow(entry)
    },
    async withdraw(entryId: string) {
      await storage.deleteEntry(entryId)
      publish(undefined)
      shown.remove([entryId])
    },
    async resume(entryId: string) {
      // Another tab may have resumed it already.
      const resumed = await storage.changeEntry(entryId, (entry) => {
        const { refusal, ...rest } = entry
        const nextAttemptAt = clock.now()
        if (isOnItsWay(entry)) return undefined
        const work = withSeen(entry.work, refusal?.office, nextAttemptAt)
        return { ...rest, work, state: 'waiting', nextAttemptAt }
      })
      sendNow(resumed)
    },
  }
}

/** The runner sends the status again and knows what the office has, so the server takes it now. */
const withSeen = (work: Work, office: SharedValues | undefined, at: number): Work =>
  work.kind === 'customer-update' && work.seen && office
    ? { ...work, seen: { ...work.seen, ...office, at: new Date(at).toISOString() } }
    : work

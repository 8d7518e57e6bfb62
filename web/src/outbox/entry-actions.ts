/** What screens do with entries: each action stores first, then starts to send. */
import type { SharedValues } from '@veni/domain/customer/seen'
import type { Deal } from '@veni/domain/deal'
import type { Work } from '@veni/domain/work'
import type { StorageWrite } from '../storage/phone-storage.ts'
import { OtherRunner, type OutboxDeps } from './deps.ts'
import { isOnItsWay } from './entries.ts'
import { isBeforeOrder, type OutboxEntry } from './entry.ts'
import type { Scheduler } from './passes/scheduler.ts'
import type { ShownEntries } from './shown-entries.ts'

interface ActionDeps extends Pick<
  OutboxDeps,
  'storage' | 'clock' | 'publish' | 'reconciliation' | 'session'
> {
  readonly shown: Pick<ShownEntries, 'add' | 'remove'>
  readonly requestPass: Scheduler['requestPass']
}

export function createEntryActions(deps: ActionDeps) {
  const { storage, clock, publish, shown, requestPass } = deps

  /** Nobody waits for the screen or for a call: the entry is on the disk. */
  function sendNow(entry: OutboxEntry | undefined) {
    publish(undefined)
    if (entry) shown.add(entry)
    requestPass(entry && isBeforeOrder(entry))
  }

  return {
    async enqueueDeal(deal: Deal, entry: OutboxEntry | undefined) {
      const placed = entry && (await placeAfterSent(entry, deps))
      const stored = await storage.storeDealOnce(deal, placed, () => requireOwner(deal, deps))
      sendNow(placed)
      return stored
    },
    async enqueue(entry: OutboxEntry, ...more: readonly StorageWrite[]) {
      const placed = await placeAfterSent(entry, deps)
      await storage.storeEntry(placed, more, () => requireOwner(placed, deps))
      sendNow(placed)
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

/** As `requireOwner` of state/session.ts, by the session of this outbox. */
function requireOwner({ owner }: { readonly owner: string }, { session }: ActionDeps): void {
  if (session.owner() !== owner) throw new OtherRunner('The runner has signed out')
}

/** The runner sends the status again and knows what the office has, so the server takes it now. */
const withSeen = (work: Work, office: SharedValues | undefined, at: number): Work =>
  work.kind === 'customer-update' && work.seen && office
    ? { ...work, seen: { ...work.seen, ...office, at: new Date(at).toISOString() } }
    : work

/** Also when the phone's clock was set back: work that the server has lost comes back to its place among the newer. */
async function placeAfterSent(
  entry: OutboxEntry,
  { reconciliation }: ActionDeps,
): Promise<OutboxEntry> {
  const latest = (await reconciliation.readLatest(entry.owner)) ?? 0
  return entry.createdAt > latest ? entry : { ...entry, createdAt: latest + 1 }
}

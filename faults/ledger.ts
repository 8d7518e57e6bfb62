/** What really happened on the phone, kept by one who cannot forget: against it both books are held. */
import type { Deal } from '../web/src/outbox/deal-store.ts'
import type { OutboxEntry } from '../web/src/outbox/entry.ts'
import type { Worth } from './goods.ts'

export interface VisitMade {
  readonly id: string
  readonly worth: Worth
  /** SHA-256 of the photos that the phone showed as kept, by photo id. */
  readonly photos: Map<string, string>
  /** What the phone showed as completed, each time that it did. */
  readonly said: Deal[]
  readonly isRefused: boolean
  isDeliverySaid: boolean
}

export interface Ledger {
  readonly visits: Map<string, VisitMade>
  /** Entries that were on the phone's disk, in the order in which they came there. */
  readonly stored: Map<string, OutboxEntry>
  /** Ids of those that the phone said it had. */
  readonly promised: Set<string>
  /** How often a call of an entry was answered, whatever it was, or given up: it cannot have had more attempts. */
  readonly heard: Map<string, number>
  /** What was seen to be wrong while it happened. */
  readonly broken: Set<string>
  /** The ids of the orders that the phone said the office had made, by entry. */
  readonly ordersSaid: string[]
}

export const openLedger = (): Ledger => ({
  visits: new Map(),
  stored: new Map(),
  promised: new Set(),
  heard: new Map(),
  broken: new Set(),
  ordersSaid: [],
})

export function noteStored(ledger: Ledger, entries: readonly unknown[]): void {
  for (const entry of entries as readonly OutboxEntry[]) {
    if (!ledger.stored.has(entry.id)) ledger.stored.set(entry.id, entry)
    const heard =
      (ledger.heard.get(entry.id) ?? 0) + ('photos' in entry.work ? heardOfPhotos(ledger) : 0)
    if (entry.attempts > heard)
      ledger.broken.add(
        `an attempt was counted that no server heard of: ${entry.work.kind} ${entry.id}`,
      )
  }
}

/** Parts of photos name the upload and not the deal: they may have been any deal's. */
const heardOfPhotos = ({ heard, stored }: Ledger) =>
  [...heard].reduce((sum, [id, count]) => (stored.has(id) ? sum : sum + count), 0)

/** @param key the call's Idempotency-Key, which begins with its entry's id unless it is of a photo */
export function noteHeard({ heard }: Ledger, key = 'photo'): void {
  const [id = ''] = key.split(':')
  heard.set(id, (heard.get(id) ?? 0) + 1)
}

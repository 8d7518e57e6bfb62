/** What the phone reports of its unsent work, so that the office knows of it if the phone is lost. */
import { LATEST_INSTANT_MS } from '@veni/domain/api/fields'
import { MOST_UNSENT_ITEMS, type Unsent, type UnsentItem } from '@veni/domain/api/reconciliation'
import { listPhotos } from '@veni/domain/work'
import { isBeforeOrder, isDealEntry, type EntryHead } from '../entry.ts'

/** @param entries of one runner, the oldest first */
export function describeUnsent(entries: readonly EntryHead[]): Unsent {
  // No screen has shown a held order as done, and the runner may withdraw it.
  const shown = entries.filter((entry) => !isBeforeOrder(entry))
  const items = shown.map(toItem)
  const deals = items.filter(({ kind }) => kind === 'deal')
  const [oldest] = items
  return {
    deals: deals.length,
    photos: deals.reduce((count, { photos }) => count + photos, 0),
    others: items.length - deals.length,
    ...(oldest && { since: oldest.at }),
    items: items.filter(({ id }) => UUID.test(id)).slice(0, MOST_UNSENT_ITEMS),
  }
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

function toItem(entry: EntryHead): UnsentItem {
  const { id, customerId, work, done, createdAt } = entry
  const isDeal = isDealEntry(entry)
  return {
    id,
    kind: isDeal ? 'deal' : 'other',
    customer_id: /^[\w-]{1,100}$/.test(customerId) ? customerId : '',
    photos: isDeal && !done.includes('photos') ? listPhotos(work).length : 0,
    at: toInstant(createdAt),
  }
}

/** A clock can be so wrong that its time is none of the contract. */
const toInstant = (ms: number) =>
  new Date(Math.min(Math.max(ms, 0), LATEST_INSTANT_MS)).toISOString()

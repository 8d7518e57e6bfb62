/** What every sender on this phone works with: its database and its locks. */
import { acceptOrder } from './asked-order.ts'
import { changeDeal, storeDealOnce } from './deal-store.ts'
import { changeEntry, listEntries, putEntry, readEntry, removeEntry } from './idb-store.ts'
import type { OutboxDeps } from './sending.ts'

export const phoneStore: OutboxDeps['store'] = {
  listEntries,
  readEntry,
  putEntry,
  changeEntry,
  removeEntry,
  storeDealOnce,
  changeDeal,
  acceptOrder,
}

/** One sender across tabs and the service worker; a dead one's lock is released by the browser. */
export const sendAlone: OutboxDeps['alone'] = (pass) =>
  navigator.locks ? navigator.locks.request('veni-outbox', () => pass(true)) : pass(false)

/** What the page and the service worker have in common: the phone's storage, clock, locks and connection. */
import { callApi, callThirdParty, request } from '../api/client.ts'
import { storeDealOnce } from './stores/deal-store.ts'
import { storeReceived } from './stores/received-store.ts'
import type { EntryStore, OutboxDeps, PassLock, Reconciliation } from './deps.ts'
import {
  changeEntries,
  changeEntry,
  deleteEntry,
  listHeads,
  readEntry,
  readHeads,
  storeEntry,
} from './stores/entry-store.ts'
import { findUnsentSettlements } from './stores/unsent-settlements.ts'
import { createPhotoTransport } from './transport/photo-transport.ts'
import { createTransport } from './transport/transport.ts'
import { storage } from '../storage/phone-storage.ts'

export const entryStore = {
  listHeads,
  whenListsComplete: storage.whenListsComplete,
  readEntry,
  findUnsentSettlements,
  readHeads,
  storeEntry,
  changeEntries,
  changeEntry,
  deleteEntry,
  storeDealOnce,
  storeReceived,
} satisfies EntryStore

/** Loaded when the first work is sent. */
export const fetchReconciliation = () => import('./reconciliation/phone-reconciliation.ts')

export const photos = createPhotoTransport({
  callApi,
  callThirdParty,
  request,
  lockPhoto,
  storeSentPhoto: async (photo) => (await fetchReconciliation()).storePhoto(photo),
})

const reconciliation: Reconciliation = {
  storeSent: async (entries, sentAt) => (await fetchReconciliation()).storeSent(entries, sentAt),
  readEpoch: async (owner) => (await fetchReconciliation()).readEpoch(owner),
  readLatest: async (owner) => (await fetchReconciliation()).readLatest(owner),
  storeFirstEpoch: async (owner, epoch) =>
    (await fetchReconciliation()).storeFirstEpoch(owner, epoch),
  reconcile: async (...call) => (await fetchReconciliation()).reconcileOwn(...call),
}

export const phoneDeps = {
  storage: entryStore,
  transport: createTransport({ callApi, photos, ...reconciliation }),
  reconciliation,
  clock: {
    now: () => Date.now(),
    after(ms, run) {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
  },
  random: () => Math.random(),
} satisfies Partial<OutboxDeps>

/** Only one tab or service worker sends at a time. The browser releases the lock when its holder dies. */
export const lockPass: PassLock = (pass) =>
  navigator.locks ? navigator.locks.request('veni-outbox', () => pass(true)) : pass(false)

function lockPhoto(id: string, upload: () => Promise<void>): Promise<void> {
  return navigator.locks ? navigator.locks.request(`veni-photo:${id}`, upload) : upload()
}

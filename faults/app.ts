/**
 * What the simulation uses of the app. Each simulated phone loads this file and the app once more (`phone-apps.ts`), so
 * that each has its own session, its own connection to its database, and its own screens.
 */
export { adoptSettings } from '../web/src/app-config.ts'
export { createClient } from '../web/src/api/client.ts'
export { sendQueuedSignOut, signIn } from '../web/src/api/sign-in.ts'
export { guardFetch } from '../web/src/api/network.ts'
export { completeDeal, dealPhoto } from '../web/src/features/deal/complete-deal.ts'
export { markDelivered } from '../web/src/features/deal/completed/mark-delivered.ts'
export {
  markOrderReported,
  placeSingleOrder,
} from '../web/src/features/orders/place-single-order.ts'
export { storeVisitPhoto, trySendPhoto } from '../web/src/features/photo/store-photo.ts'
export { provideEnvironment } from '../web/src/lib/environment.ts'
export { openOutboxChannel } from '../web/src/outbox/channel.ts'
export { exportDeals } from '../web/src/outbox/deals-export.ts'
export { lostWork } from '../web/src/outbox/lost-work.ts'
export { entries, isOnItsWay } from '../web/src/outbox/entries.ts'
export { createOutbox } from '../web/src/outbox/outbox.ts'
export { provideOutbox, wakeAfterRestore } from '../web/src/outbox/page-outbox.ts'
export {
  readLostWork,
  reconcileOwn,
  sealing,
} from '../web/src/outbox/reconciliation/phone-reconciliation.ts'
export { entryStore } from '../web/src/outbox/phone-deps.ts'
export { rebuildEntry } from '../web/src/outbox/rebuild-entry.ts'
export { reconcile } from '../web/src/outbox/reconciliation/reconcile.ts'
export { keyOf } from '../web/src/outbox/reconciliation/sent-rows-of.ts'
export { createSentStore } from '../web/src/outbox/reconciliation/sent-store.ts'
export { listBadPhotos, replacePhoto } from '../web/src/outbox/stores/later-photo-store.ts'
export { listDeals, readDeal } from '../web/src/outbox/stores/deal-store.ts'
export {
  changeEntry,
  listEntries,
  listHeads,
  listIds,
} from '../web/src/outbox/stores/entry-store.ts'
export { createPhotoTransport } from '../web/src/outbox/transport/photo-transport.ts'
export { createTransport } from '../web/src/outbox/transport/transport.ts'
export { storeMissingSettings, storeSenderSettings } from '../web/src/outbox/sender-settings.ts'
export { clearLeaving } from '../web/src/state/clear-phone.ts'
export {
  endSession,
  owner,
  queueSignOut,
  readLeaving,
  session,
  startSession,
  storePhone,
} from '../web/src/state/session.ts'
export { clockOffset } from '../web/src/state/clock-offset.ts'
export { provideAroundTransaction } from '../web/src/storage/around-transaction.ts'
export { storage } from '../web/src/storage/phone-storage.ts'
export { sealedStorage } from '../web/src/storage/sealed/sealed-rows.ts'
export { createOpener, createSealer } from '../web/src/storage/sealed/sealing-key.ts'
export { sentStorage } from '../web/src/storage/sealed/sent-rows.ts'

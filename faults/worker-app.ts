/** What the simulation uses of the service worker. Each simulated phone loads this file and the code of the worker once more. */
export { provideEnvironment } from '../web/src/lib/environment.ts'
export { createWorkerSender } from '../web/src/outbox/worker-sender.ts'
export { clockOffset } from '../web/src/state/clock-offset.ts'
export { session } from '../web/src/state/session.ts'
export { provideAroundTransaction } from '../web/src/storage/around-transaction.ts'
export { storage } from '../web/src/storage/phone-storage.ts'
export { sentStorage } from '../web/src/storage/sealed/sent-rows.ts'

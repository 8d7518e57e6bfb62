/**
 * The phone's disk. Each transaction of a tab waits until its turn comes, and may end as a disk lets one end: written,
 * refused as a whole, or cut off by the death of its page, on either side of the commit.
 */
import 'fake-indexeddb/auto'
import type { StorageFault } from './faults.ts'
import { currentTab, kill, type Tab } from './tab.ts'

/** What the stand-in for IndexedDB keeps inside, as far as it is needed here. */
interface DiskTransaction {
  readonly mode: IDBTransactionMode
  readonly objectStoreNames: Iterable<string>
  readonly db: {
    readonly _rawDatabase: {
      readonly rawObjectStores: Map<string, RawStore>
      processTransactions(): void
    }
  }
  _state: string
  _started: boolean
  _requests: unknown[]
  _rollbackLog: (() => void)[]
  _markFinished(): void
  _start: (this: DiskTransaction) => void
  _abort(name: string | null): void
}
interface RawStore {
  readonly records: { values(): Iterable<{ key: unknown; value: unknown }> }
}

export interface Disk {
  /** Lets a transaction wait for its turn. @returns what becomes of it */
  readonly queue: (
    tab: Tab,
    transaction: { readonly isWrite: boolean; readonly stores: readonly string[] },
    start: (fault: StorageFault | undefined) => void,
  ) => void
  /** What the outbox holds after a write is on the disk. */
  readonly onWritten: (tab: Tab, entries: readonly unknown[]) => void
}

let disk: Disk | undefined
export function insertDisk(inserted: Disk | undefined): void {
  disk = inserted
}

const transactions = IDBTransaction.prototype as unknown as DiskTransaction
const databases = IDBDatabase.prototype as unknown as {
  transaction: (this: unknown, ...parts: unknown[]) => DiskTransaction
}
const openTransaction = databases.transaction
const step = transactions._start

databases.transaction = function (...parts) {
  const tab = currentTab()
  if (!tab || !disk) return openTransaction.apply(this, parts)
  const transaction = openTransaction.apply(this, parts)
  govern(transaction, tab, disk)
  return transaction
}

function govern(transaction: DiskTransaction, tab: Tab, { queue, onWritten }: Disk): void {
  const isWrite = transaction.mode === 'readwrite'
  const stores = [...transaction.objectStoreNames]
  let fault: StorageFault | undefined
  let isQueued = false
  transaction._start = function () {
    // Nothing was asked of it: it was only tried whether the database is open.
    if (!isQueued && this._requests.length === 0) return step.call(this)
    if (!isQueued) {
      isQueued = true
      // Taken as started, so that whatever overlaps waits for it, as on a real disk.
      this._started = true
      return queue(tab, { isWrite, stores }, (chosen) => {
        fault = chosen
        step.call(this)
      })
    }
    // Each request is carried out in a step of its own; the step that finds none left commits.
    if (this._requests.length > 0 || this._state === 'finished') return step.call(this)
    if (!tab.isAlive || fault === 'killed before the commit') {
      kill(tab)
      return vanish(this)
    }
    if (fault === 'disk full') return this._abort('QuotaExceededError')
    if (fault === 'killed after the commit') kill(tab)
    const outbox = this.db._rawDatabase.rawObjectStores.get('outbox')
    if (isWrite && outbox)
      onWritten(
        tab,
        [...outbox.records.values()].map(({ value }) => value),
      )
    step.call(this)
  }
}

/** Undone without a word: the page that could hear it is gone. */
function vanish(transaction: DiskTransaction): void {
  for (const undo of transaction._rollbackLog.toReversed()) undo()
  transaction._markFinished()
  transaction.db._rawDatabase.processTransactions()
}

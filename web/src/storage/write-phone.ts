/** The one way in: what is written to the phone's database, all or nothing, and what gives way on a full phone. */
import { phoneDatabase, type PhoneStore } from './database.ts'
import { copyRows, dropCopies, dropPhotoCopies, type RowChange } from './second-copy.ts'

/** The rows of one transaction; a write that is refused undoes them all. */
export interface Rows {
  readonly get: (store: PhoneStore, key: string) => Promise<unknown>
  readonly has: (store: PhoneStore, key: string) => Promise<boolean>
  readonly keys: (store: PhoneStore, range: IDBKeyRange) => Promise<string[]>
  readonly put: (store: PhoneStore, key: string, value: unknown) => Promise<unknown>
  readonly delete: (store: PhoneStore, key: string) => Promise<unknown>
}

/**
 * Does the work in one transaction, and resolves only when the browser says that it is on the disk. On a full phone what
 * is kept only for reading gives way, and the work is done once more from its beginning. What it has changed is copied.
 * @param stores all that the work reads or writes
 * @param work must wait for nothing but rows
 */
export async function changePhone<T>(
  stores: readonly PhoneStore[],
  work: (rows: Rows) => Promise<T>,
  durability?: IDBTransactionDurability,
): Promise<T> {
  const changed: RowChange[] = []
  const noted = (rows: Rows) => work(noting(rows, changed))
  const change = () => changeRows(stores, noted, durability)
  try {
    return await (stores.every((store) => store === 'snapshots') ? change() : makingRoom(change))
  } finally {
    copyRows(changed)
  }
}

/** The same rows, of which it is known which ones were changed. */
const noting = (rows: Rows, changed: RowChange[]): Rows => ({
  ...rows,
  put(store, key, value) {
    changed.push({ store, key })
    return rows.put(store, key, value)
  },
  delete(store, key) {
    changed.push({ store, key, isDeleted: true })
    return rows.delete(store, key)
  },
})

/** As {@link changePhone}, for who brings rows back from their copies: nothing gives way, and nothing is copied. */
export async function changeRows<T>(
  stores: readonly PhoneStore[],
  work: (rows: Rows) => Promise<T>,
  durability: IDBTransactionDurability = 'strict',
): Promise<T> {
  const transaction = (await phoneDatabase()).transaction(stores, 'readwrite', { durability })
  const rows: Rows = {
    get: (store, key) => transaction.objectStore(store).get(key),
    has: async (store, key) => (await transaction.objectStore(store).getKey(key)) !== undefined,
    keys: (store, range) => transaction.objectStore(store).getAllKeys(range),
    put: (store, key, value) => transaction.objectStore(store).put(value, key),
    delete: (store, key) => transaction.objectStore(store).delete(key),
  }
  // A request's success is not enough: only `done` means that the transaction reached the disk. Both are heard together:
  // a disk that refuses rejects the write and the transaction, and neither may go unheard.
  const [result] = await Promise.all([orUndone(work(rows), transaction), transaction.done])
  return result
}

/** What was written before the work gave up is not written either. */
async function orUndone<T>(work: Promise<T>, transaction: { abort: () => void }): Promise<T> {
  try {
    return await work
  } catch (error) {
    undo(transaction)
    throw error
  }
}

function undo(transaction: { abort: () => void }): void {
  try {
    transaction.abort()
  } catch (error) {
    // A transaction that has failed is undone already.
    if (!(error instanceof DOMException)) throw error
  }
}

export type PhoneWrite = Readonly<{ store: PhoneStore; key: string }> &
  (
    | {
        /** undefined deletes. */
        readonly value: unknown
      }
    | {
        /** What is stored instead of what is there; undefined leaves it as it is. */
        readonly change: (stored: unknown) => unknown
      }
  )

/** Writes all or nothing, as {@link changePhone} does. */
export async function writePhone(writes: readonly PhoneWrite[]): Promise<void> {
  if (writes.length === 0) return
  // A phone that dies in between must not find a copy without its row, and send it once more.
  await dropCopies(writes.filter((write) => isDeletion(write) && write.store !== 'snapshots'))
  const stores = [...new Set(writes.map((write) => write.store))]
  await changePhone(stores, (rows) => Promise.all(writes.map((write) => apply(write, rows))))
}

const isDeletion = (write: PhoneWrite) => 'value' in write && write.value === undefined

async function apply(write: PhoneWrite, rows: Rows): Promise<unknown> {
  const { store, key } = write
  const value = 'change' in write ? write.change(await rows.get(store, key)) : write.value
  if (value !== undefined) return rows.put(store, key, value)
  return 'change' in write ? undefined : rows.delete(store, key)
}

/** Does the work, and where the phone is full once more, when what can be had again has given way. */
async function makingRoom<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isFull(error)) throw error
    await makeRoom()
    return work()
  }
}

/** Chromium gives the second name to a value that it could not put on a disk without room; keys are no cause of it here. */
const FULL = ['QuotaExceededError', 'DataError']

export const isFull = (error: unknown) => error instanceof DOMException && FULL.includes(error.name)

/** Small, and needed: without the first no work is sent while no page is open, without the other no hair is priced. */
const NEVER_FORGOTTEN = /^sender$|\|hair-prices$/

/** Answers can be asked for again, and a photo that the database has can do without its copy. All else is somebody's work. */
export async function makeRoom(): Promise<void> {
  await forgetAnswers()
  await dropPhotoCopies()
}

async function forgetAnswers(): Promise<void> {
  const keys = await (await phoneDatabase()).getAllKeys('snapshots')
  const large = keys.filter((key) => !NEVER_FORGOTTEN.test(key))
  await writePhone(large.map((key) => ({ store: 'snapshots', key, value: undefined })))
}

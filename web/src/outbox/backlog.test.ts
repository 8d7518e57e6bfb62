import { noReconciliation } from '../../test/no-reconciliation.ts'
import { newCashDeal } from '../../test/deals.ts'
import { rejectedWork } from '../../test/fake-outbox.ts'
import { phoneDatabase } from '../../test/phone-database.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { clearStorage } from '../../test/second-copies.ts'
import { randomId } from '../lib/random-id.ts'
import type { OutboxDeps } from './deps.ts'
import { newEntry, type OutboxEntry } from './entry.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { entryStore } from './phone-deps.ts'

let owner: string
let onEntries: ReturnType<typeof vi.fn<OutboxDeps['onEntries']>>

beforeEach(async () => {
  owner = randomId()
  onEntries = vi.fn<OutboxDeps['onEntries']>()
  await clearStorage()
})

/** An outbox whose server records what it gets. The storage is real. */
const openOutbox = (lock: OutboxDeps['lock'], now = Date.now): Outbox =>
  createOutbox({
    reconciliation: noReconciliation,
    storage: entryStore,
    transport: {
      uploadPhoto: () => Promise.resolve(),
      nextStep: ({ done }) =>
        done.length > 0 ? undefined : { run: () => Promise.reject(new Error('a single call')) },
      together: {
        isPossible: ({ done }) => done.length === 0,
        measure: () => 1,
        send: (entries) =>
          Promise.resolve(
            entries.map(() => ({ kind: 'acknowledged', learned: {}, done: ['customer'] })),
          ),
      },
    },
    sender: 'this tab',
    session: {
      refresh: () => Promise.resolve(),
      owner: () => owner,
      current: () => owner,
      onSignedOut: () => {},
    },
    lock,
    clock: { now, after: () => () => {} },
    random: () => 0,
    onEntries,
    publish: () => {},
    onWorkLeft: () => {},
  })

const newUpdate = (createdAt: number): OutboxEntry =>
  newEntry({ id: randomId(), owner, customerId: randomId(), createdAt, work: rejectedWork })

/** Writes entries past the app, so that none has a second copy. */
async function storeEntries(count: number): Promise<void> {
  const database = await phoneDatabase()
  const writing = database.transaction('outbox', 'readwrite')
  for (let at = 0; at < count; at++) {
    const entry = newUpdate(at)
    void writing.store.put(entry, entry.id)
  }
  await writing.done
  database.close()
}

/** Counts the requests to the database. `rows`: those that can return many rows. */
function countRequests() {
  const single = (['get', 'put', 'delete', 'getKey'] as const).map((name) =>
    vi.spyOn(IDBObjectStore.prototype, name),
  )
  const many = (['getAll', 'getAllKeys', 'openCursor'] as const).map((name) =>
    vi.spyOn(IDBObjectStore.prototype, name),
  )
  const count = (spies: readonly { readonly mock: { readonly calls: readonly unknown[] } }[]) =>
    spies.reduce((sum, { mock }) => sum + mock.calls.length, 0)
  return { single: () => count(single), many: () => count(many) }
}

test('a deal is stored with the same few requests, however many entries wait', async () => {
  await storeEntries(10_000)
  // No pass runs: it would read the entries in the background.
  const { enqueueDeal } = openOutbox(() => new Promise(() => {}))
  await entryStore.whenListsComplete()
  const deal = { ...newCashDeal(), owner, visitId: randomId() }
  const requests = countRequests()
  const entry = { ...newUpdate(5), id: deal.visitId, visitId: deal.visitId }
  await enqueueDeal(deal, entry)
  expect(requests.single()).toBeLessThan(20)
  // A restore may still compare some keys. To read all entries takes a hundred.
  expect(requests.many()).toBeLessThan(10)
  // Its clock was set back, and it is the last one nevertheless.
  expect((await entryStore.readEntry(entry.id))?.createdAt).toBe(10_000)
})

/** @returns the requests that sending so many entries needs */
async function countSending(count: number): Promise<number> {
  await clearStorage()
  await storeEntries(count)
  await entryStore.whenListsComplete()
  const requests = countRequests()
  await openOutbox((pass) => pass(true)).sendOnce()
  const total = requests.single() + requests.many()
  vi.restoreAllMocks()
  expect(await entryStore.listHeads(owner)).toEqual([])
  return total
}

test('the requests to the database grow with the number of entries, and not faster', async () => {
  const few = await countSending(200)
  const many = await countSending(2_000)
  expect(few / 200).toBeLessThan(10)
  // A slow machine sends smaller batches. Reading all entries again for each one would be 100 times as many.
  expect(many).toBeLessThan(few * 20)
})

test('a long list is drawn a few times while it is sent, and never lists an entry that is gone', async () => {
  await storeEntries(2_000)
  // On a slow machine each call would take longer than the pause between two drawings.
  const standingClock = () => 0
  await openOutbox((pass) => pass(true), standingClock).sendOnce()
  expect(onEntries.mock.calls.length).toBeLessThan(20)
})

test('the screen gets the heads of entries, without their long records', async () => {
  const deal = newCashDeal()
  const order = { customer_id: 7, product_id: 1, quantity: 1, payment_method: 'upi' } as const
  const entry: OutboxEntry = {
    ...newUpdate(1),
    visitId: deal.visitId,
    work: {
      kind: 'cash-payment',
      order,
      delivered: { status: 'delivered' },
      payment: deal.record,
      photos: [],
    },
  }
  await entryStore.storeEntry(entry)
  await openOutbox(() => new Promise(() => {})).wake()
  const { invoice_id, customer_id, customer_name, balance_type, balance_amount, status } =
    deal.record
  const payment = { invoice_id, customer_id, customer_name, balance_type, balance_amount, status }
  expect(onEntries).toHaveBeenLastCalledWith([
    { ...entry, work: { kind: 'cash-payment', photos: [], payment } },
  ])
})

import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { newSettlementDeal } from '../../test/deals.ts'
import { deleteDatabase } from '../../test/delete-database.ts'
import { phoneDatabase } from '../../test/phone-database.ts'
import { clearStorage, copiedNames, namesOf } from '../../test/second-copies.ts'
import { noReconciliation } from '../../test/no-reconciliation.ts'
import { randomId } from '../lib/random-id.ts'
import { storage } from '../storage/phone-storage.ts'
import { newEntry } from './entry.ts'
import { createOutbox } from './outbox.ts'
import { provideOutbox, startOutbox } from './page-outbox.ts'
import { entryStore } from './phone-deps.ts'

const owner = randomId()
let sent: string[]

/** An outbox of this page that sends every entry at once and removes it. */
function createFakeOutbox() {
  return createOutbox({
    storage: entryStore,
    reconciliation: noReconciliation,
    transport: {
      uploadPhoto: () => Promise.resolve(),
      nextStep: ({ id, done }) =>
        done.length > 0
          ? undefined
          : {
              run: () => {
                sent.push(id)
                return Promise.resolve({ kind: 'acknowledged', learned: {}, done: ['customer'] })
              },
            },
    },
    sender: 'this tab',
    session: {
      refresh: () => Promise.resolve(),
      owner: () => owner,
      current: () => owner,
      onSignedOut: () => {},
    },
    lock: (pass) => pass(true),
    clock: { now: Date.now, after: () => () => {} },
    random: () => 0,
    onEntries: () => {},
    publish: () => {},
    onWorkLeft: () => {},
  })
}

const newUpdate = () =>
  newEntry({
    id: randomId(),
    owner,
    customerId: '7',
    createdAt: 1,
    work: { kind: 'customer-update', body: { status: 'rejected', runner_id: 1 } },
  })

beforeAll(async () => {
  await clearStorage()
  sent = []
  const outbox = createFakeOutbox()
  provideOutbox(() => outbox)
  startOutbox()
})

beforeEach(async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  await storage.whenRestored('outbox')
  sent = []
})

test('an entry that comes back while the page is open is sent at once [R-8.080]', async () => {
  const entry = newUpdate()
  await entryStore.storeEntry(entry)
  expect(await copiedNames()).toEqual(namesOf([{ collection: 'outbox', key: entry.id }]))
  await deleteDatabase()
  expect(sent).toEqual([])
  // Anything that uses the database opens it again.
  await storage.deals.has('none')
  await expect.poll(() => sent).toEqual([entry.id])
})

test('a deal that comes back without its row is there again, so that its visit is not completed twice [R-8.080]', async () => {
  const id = randomId()
  const { record: settlement } = newSettlementDeal({ visit_id: id })
  const work = { kind: 'settlement' as const, settlement, photos: [] }
  // This page does not send the work of another runner.
  const head = { id, visitId: id, owner: 'another', customerId: '7', createdAt: 1 }
  const entry = newEntry({ ...head, work })
  await storage.write([{ collection: 'outbox', key: id, row: entry }])
  await copiedNames()
  await deleteDatabase()
  const shown = { visitId: id, owner: 'another', record: settlement }
  await expect.poll(() => storage.deals.get(id)).toMatchObject(shown)
  await storage.outbox.delete(id)
})

test('an entry that another tab restored too late for the first pass is sent at once [R-8.080]', async () => {
  await storage.close()
  let list = (_requests: readonly Request[]) => {}
  const keys = vi
    .spyOn(Cache.prototype, 'keys')
    .mockReturnValue(new Promise((resolve) => (list = resolve)))
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const listed = storage.outbox.getAll()
  await expect.poll(() => keys).toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(3_000)
  expect(await listed).toEqual([])
  const entry = newUpdate()
  await (await phoneDatabase()).put('outbox', entry, entry.id)
  list([])
  await expect.poll(() => sent).toEqual([entry.id])
})

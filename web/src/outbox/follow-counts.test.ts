import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { newSettlementDeal } from '../../test/deals.ts'
import { deleteDatabase } from '../../test/delete-database.ts'
import { rejectedWork } from '../../test/fake-outbox.ts'
import { phoneDatabase, writeRows } from '../../test/phone-database.ts'
import { newPhone, signInRunner } from '../../test/runner.ts'
import { clearStorage, copiedNames } from '../../test/second-copies.ts'
import { randomId } from '../lib/random-id.ts'
import { startSession } from '../state/session.ts'
import { storage } from '../storage/phone-storage.ts'
import { followOutboxCounts, outboxCounts } from './counts.ts'
import { entries } from './entries.ts'
import { newEntry, type OutboxEntry } from './entry.ts'
import { storeDeal } from './stores/deal-store.ts'
import { findUnreadableAgain } from './unreadable-rows.ts'

const newUpdate = (owner: string): OutboxEntry =>
  newEntry({ id: randomId(), owner, customerId: '7', createdAt: 1, work: rejectedWork })

const empty = { onPhone: 0, received: 0, attention: 0, isIdle: true }
let owner: string

beforeAll(followOutboxCounts)

beforeEach(async () => {
  await clearStorage()
  owner = signInRunner()
  entries.set([])
  await vi.waitUntil(
    () => {
      const { onPhone, received, attention } = outboxCounts.get()
      return onPhone + received + attention === 0
    },
    { timeout: 60_000 },
  )
})

test('the counters follow the entries, also when no row is unreadable', async () => {
  entries.set([newUpdate(owner)])
  await expect.poll(outboxCounts.get).toEqual({ ...empty, onPhone: 1, isIdle: false })
  entries.set([])
  await expect.poll(outboxCounts.get).toEqual(empty)
})

test('the counters never show entries that have changed while the deals were read', async () => {
  const list = (length: number) => Array.from({ length }, () => newUpdate(owner))
  entries.set(list(3))
  await expect.poll(outboxCounts.get).toMatchObject({ onPhone: 3 })
  const shown: number[] = []
  onTestFinished(outboxCounts.subscribe(() => shown.push(outboxCounts.get().onPhone)))
  const { read } = storage
  const changeAndRead: typeof read = (...query) => {
    if (entries.get().length === 1) entries.set(list(2))
    return read(...query)
  }
  vi.spyOn(storage, 'read').mockImplementation(changeAndRead)
  entries.set(list(1))
  await expect.poll(outboxCounts.get).toMatchObject({ onPhone: 2 })
  expect(shown).not.toContain(1)
})

test('after a sign-in the counters have the deals and the unreadable rows of this runner', async () => {
  const next = newPhone()
  const visitId = randomId()
  await (await phoneDatabase()).put('outbox', { owner: next, version: 9 }, randomId())
  await storeDeal({ ...newSettlementDeal(), owner: next, visitId, receivedAt: 5 })
  startSession(next, { id: '2', name: 'Sita Devi' })
  const counts = { onPhone: 0, received: 1, attention: 1, isIdle: false }
  await expect.poll(outboxCounts.get).toEqual(counts)
})

test('a row that can be read again needs no attention after the next change of the entries', async () => {
  const entry = newUpdate(owner)
  const database = await phoneDatabase()
  await database.put('outbox', { ...entry, version: 9 }, entry.id)
  await findUnreadableAgain()
  await expect.poll(outboxCounts.get).toMatchObject({ attention: 1 })
  await database.put('outbox', entry, entry.id)
  entries.set([entry])
  await expect.poll(outboxCounts.get).toEqual({ ...empty, onPhone: 1, isIdle: false })
})

test.each(['outbox', 'deals'] as const)(
  'a row of %s that comes back and cannot be read needs attention at once',
  async (collection) => {
    vi.spyOn(console, 'warn').mockReturnValue()
    await storage.whenRestored(collection)
    await writeRows([{ collection, key: randomId(), row: { owner, version: 9 } }])
    await copiedNames()
    await deleteDatabase()
    // Anything that uses the database opens it again.
    await storage.deals.has('none')
    await expect.poll(outboxCounts.get).toMatchObject({ attention: 1 })
  },
)

test('a count that fails is reported, and the next one is shown', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const lost = new DOMException('The connection was lost', 'InvalidStateError')
  const read = vi.spyOn(storage, 'read').mockRejectedValue(lost)
  entries.set([newUpdate(owner)])
  await expect.poll(() => warn.mock.calls.map(([, error]) => error as unknown)).toContain(lost)
  expect(outboxCounts.get()).toEqual(empty)
  read.mockRestore()
  entries.set([newUpdate(owner)])
  await expect.poll(outboxCounts.get).toMatchObject({ onPhone: 1 })
})

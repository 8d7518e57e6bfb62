import { expect, test, vi } from 'vitest'
import { newSettlementDeal } from '../../../test/deals.ts'
import { phoneDatabase } from '../../../test/phone-database.ts'
import { copiedNames, openCopies } from '../../../test/second-copies.ts'
import { randomId } from '../../lib/random-id.ts'
import { storage } from '../../storage/phone-storage.ts'
import { newEntry } from '../entry.ts'
import { changeEntries, changeEntry, listEntries, storeEntry } from './entry-store.ts'
import { withLease } from '../passes/lease.ts'

/** What all rows of the release before leases have. Phones may still have such rows. */
const olderRow = (owner: string, nth: number) => ({
  version: 1,
  id: `${owner}-${nth}`,
  owner,
  customerId: '7',
  createdAt: nth,
})

const waitingOrder = {
  state: 'waiting',
  attempts: 2,
  nextAttemptAt: 1_763_690_404_000,
  done: ['order'],
  visitId: '6f0a6c58-4f0e-4f53-9f2b-0f8f4d1e2a11',
  orderId: '501',
  work: {
    kind: 'single-order',
    order: { customer_id: 7, product_id: 'torch', quantity: 1, payment_method: 'hair' },
    delivered: { status: 'delivered' },
    customer: { status: 'delivered' },
  },
}

const refusedSettlement = () => ({
  state: 'refused',
  attempts: 0,
  nextAttemptAt: 2,
  done: [],
  refusal: { status: 409, code: 'conflict' },
  work: {
    kind: 'settlement',
    settlement: newSettlementDeal().record,
    photos: [{ id: 'p', role: 'packet' }],
  },
})

const heldUpdate = {
  state: 'held',
  attempts: 0,
  nextAttemptAt: 3,
  done: [],
  customerId: '8',
  refusal: { status: 0, code: undefined },
  staysHere: true,
  work: { kind: 'customer-update', body: { status: 'rejected', runner_id: 1 } },
}

const olderRows = (owner: string) => [
  { ...olderRow(owner, 1), ...waitingOrder },
  { ...olderRow(owner, 2), ...refusedSettlement() },
  { ...olderRow(owner, 3), ...heldUpdate },
]

test('rows of an older release are read and sent as they are', async () => {
  const owner = randomId()
  const rows = olderRows(owner)
  const database = await phoneDatabase()
  for (const row of rows) await database.put('outbox', row, row.id)
  expect(await listEntries(owner)).toEqual(rows)
  const sender = { sender: 'this tab', isOnly: false, now: () => 5_000 }
  expect(await changeEntry(`${owner}-1`, (entry) => withLease(entry, sender))).toEqual({
    ...rows[0],
    state: 'sending',
    lease: { by: 'this tab', until: 95_000 },
  })
})

test('an entry of a newer release is not sent and stays as it is', async () => {
  const owner = randomId()
  const row = { ...olderRows(owner)[0], version: 99 }
  const id = `${owner}-1`
  const database = await phoneDatabase()
  await database.put('outbox', row, id)
  expect(await listEntries(owner)).toEqual([])
  expect(await changeEntry(id, (entry) => ({ ...entry, done: [] }))).toBeUndefined()
  expect(await database.get('outbox', id)).toEqual(row)
})

test('a change leaves what a newer release has added to an entry', async () => {
  const owner = randomId()
  const row = { ...olderRows(owner)[0], bonusPaise: 500 }
  const id = `${owner}-1`
  const database = await phoneDatabase()
  await database.put('outbox', row, id)
  await changeEntry(id, (entry) => ({ ...entry, attempts: 3 }))
  expect(await database.get('outbox', id)).toEqual({ ...row, attempts: 3 })
})

test('only one of two senders that claim an entry at the same time gets it', async () => {
  const owner = randomId()
  const [row] = olderRows(owner)
  const database = await phoneDatabase()
  await database.put('outbox', row, row?.id)
  const claim = (sender: string) =>
    changeEntry(`${owner}-1`, (entry) =>
      entry.state === 'waiting' ? withLease(entry, { sender, now: () => 5_000 }) : undefined,
    )
  const claims = await Promise.all([claim('one'), claim('two')])
  expect(claims.filter(Boolean)).toHaveLength(1)
})

test('entries of one millisecond, and of a clock that was set back, stay in the order of the work', async () => {
  const owner = randomId()
  const work = { kind: 'settlement-delivered', invoiceId: 'INV-1' } as const
  const store = (nth: string, createdAt: number) =>
    storeEntry(newEntry({ id: `${owner}-${nth}`, owner, customerId: '7', createdAt, work }))
  // The ids are in another order than the work.
  await store('c', 5_000)
  await store('b', 5_000)
  await store('a', 4_000)
  const stored = await listEntries(owner)
  expect(stored.map(({ id, createdAt }) => [id.at(-1), createdAt])).toEqual([
    ['c', 5_000],
    ['b', 5_001],
    ['a', 5_002],
  ])
})

test('a later entry has the time at which its work was done', async () => {
  const owner = randomId()
  const work = { kind: 'settlement-delivered', invoiceId: 'INV-1' } as const
  const head = { owner, customerId: '7', work }
  await storeEntry(newEntry({ ...head, id: `${owner}-a`, createdAt: 5_000 }))
  await storeEntry(newEntry({ ...head, id: `${owner}-b`, createdAt: 9_000 }))
  expect((await listEntries(owner)).map(({ createdAt }) => createdAt)).toEqual([5_000, 9_000])
})

test('a damaged row of the owner does not change the time of a new entry', async () => {
  const owner = randomId()
  await (await phoneDatabase()).put('outbox', { owner, createdAt: '9000' }, `${owner}-a`)
  const work = { kind: 'settlement-delivered', invoiceId: 'INV-1' } as const
  const entry = newEntry({ id: `${owner}-b`, owner, customerId: '7', createdAt: 5_000, work })
  await storeEntry(entry)
  expect(await listEntries(owner)).toEqual([entry])
})

test('a lease is not copied, and the next change of the entry is', async () => {
  const owner = randomId()
  const id = `${owner}-1`
  const work = { kind: 'settlement-delivered', invoiceId: 'INV-1' } as const
  await storeEntry(newEntry({ id, owner, customerId: '7', createdAt: 1, work }))
  const copied = async () => {
    await copiedNames()
    const copy = await (await openCopies()).match(`/second-copy/outbox/${id}`)
    return copy?.text()
  }
  const before = await copied()
  expect(before).toContain('INV-1')
  const sender = { sender: 'this tab', isOnly: false, now: () => 5_000 }
  await changeEntries([id], (entry) => withLease(entry, sender), { isLease: true })
  expect(await copied()).toBe(before)
  await changeEntry(id, (entry) => ({ ...entry, attempts: 1 }))
  expect(await copied()).toContain('this tab')
})

test('an entry that is stored again stays in its place', async () => {
  const owner = randomId()
  const work = { kind: 'settlement-delivered', invoiceId: 'INV-1' } as const
  const [first, second] = ['a', 'b'].map((nth, at) =>
    newEntry({ id: `${owner}-${nth}`, owner, customerId: '7', createdAt: 5_000 + at, work }),
  )
  for (const entry of [first!, second!, first!]) await storeEntry(entry)
  expect(await listEntries(owner)).toEqual([first, second])
})

test('the entries are listed while a restore does not end', async () => {
  await storage.close()
  // The limit of three seconds never passes.
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  vi.spyOn(caches, 'open').mockReturnValue(new Promise(() => undefined))
  try {
    expect(await listEntries(randomId())).toEqual([])
  } finally {
    vi.useRealTimers()
    vi.restoreAllMocks()
    await storage.close()
  }
})

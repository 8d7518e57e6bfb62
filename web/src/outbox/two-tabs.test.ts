import { beforeEach, expect, test, vi } from 'vitest'
import { noReconciliation } from '../../test/no-reconciliation.ts'
import { randomId } from '../lib/random-id.ts'
import { ApiFailure } from '../api/failure.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { newEntry, type OutboxEntry } from './entry.ts'
import { openOutboxChannel } from './channel.ts'
import { LostPhoto } from '../storage/storage-problem.ts'
import { LONGEST_WAIT_MS } from './passes/retry-policy.ts'
import type { Clock, Learned, OutboxDeps, Outcome } from './deps.ts'
import { entryStore } from './phone-deps.ts'

let owner: string
let calls: string[]

beforeEach(() => {
  owner = randomId()
  calls = []
})

/** A tab of a browser without Web Locks. It uses the real storage. */
function openTab(
  sender: string,
  run: () => Promise<Learned | void>,
  changes: Partial<OutboxDeps> = {},
): Outbox {
  return createOutbox({
    storage: entryStore,
    reconciliation: noReconciliation,
    transport: {
      uploadPhoto: () => Promise.resolve(),
      nextStep: ({ id, done }) =>
        done.length > 0
          ? undefined
          : {
              run: async () => {
                calls.push(`${sender} ${id}`)
                return { kind: 'acknowledged', learned: (await run()) ?? {}, done: ['order'] }
              },
            },
    },
    sender,
    session: {
      refresh: () => Promise.resolve(),
      owner: () => owner,
      current: () => owner,
      onSignedOut: () => {},
    },
    lock: (pass) => pass(false),
    clock: { now: Date.now, after: () => () => {} },
    random: () => 0,
    onEntries: () => {},
    publish: () => {},
    onWorkLeft: () => {},
    ...changes,
  })
}

const newUpdate = (): OutboxEntry =>
  newEntry({
    id: randomId(),
    owner,
    customerId: '7',
    createdAt: Date.now(),
    work: { kind: 'customer-update', body: { status: 'rejected' } },
  })

test('without Web Locks two tabs that send at once make one call', async () => {
  const entry = newUpdate()
  await entryStore.storeEntry(entry)
  const run = () => Promise.resolve({ orderId: '501' })
  await Promise.all([openTab('one', run).sendOnce(), openTab('two', run).sendOnce()])
  expect(calls).toHaveLength(1)
  expect(await entryStore.readEntry(entry.id)).toBeUndefined()
})

test('a wait for an outcome ends when another tab has sent the entry', async () => {
  const entry = newUpdate()
  const other = openTab('other', () => Promise.resolve())
  const here = openTab('here', () => Promise.resolve(), {
    // The other tab is faster and publishes nothing.
    lock: async (pass) => {
      await other.sendOnce()
      return pass(true)
    },
  })
  expect(await here.enqueueAndTry(entry)).toEqual({ kind: 'received', entry })
  expect(calls).toEqual([`other ${entry.id}`])
})

test('a wait for an outcome does not count an entry as received that a sign-out has sealed', async () => {
  const entry = newUpdate()
  const here = openTab('here', () => Promise.resolve(), {
    lock: async (pass) => {
      await entryStore.deleteEntry(entry.id)
      owner = randomId()
      return pass(true)
    },
  })
  expect(await here.enqueueAndTry(entry)).toEqual({ kind: 'held', entry })
  expect(calls).toEqual([])
})

test('a wait for an outcome ends when another tab has got a refusal', async () => {
  const entry = newUpdate()
  const refused = { ...entry, state: 'refused', refusal: { status: 400 } } as const
  const here = openTab('here', () => Promise.resolve(), {
    lock: async (pass) => {
      await entryStore.changeEntries([entry.id], () => refused)
      return pass(true)
    },
  })
  expect(await here.enqueueAndTry(entry)).toEqual({ kind: 'held', entry: refused })
  expect(calls).toEqual([])
})

test('a pass that ends before an entry is stored does not settle its outcome', async () => {
  const entry = newUpdate()
  const here = openTab('here', () => Promise.resolve({ orderId: '501' }), {
    storage: {
      ...entryStore,
      async storeEntry(...parts) {
        await here.sendOnce()
        await entryStore.storeEntry(...parts)
      },
    },
  })
  const { entry: made } = await here.enqueueAndTry(entry)
  expect(made.orderId).toBe('501')
})

test('the outcome from another tab is received unchanged, with its failure', async () => {
  const received = vi.fn<(outcome: Outcome | undefined) => void>()
  openOutboxChannel(received)
  const { publish } = openOutboxChannel(() => {})
  const failure = new ApiFailure('status', { status: 409, code: 'conflict' })
  publish({ kind: 'refused', entry: newUpdate(), failure })
  publish(undefined)
  publish({ kind: 'refused', entry: newUpdate(), failure: new LostPhoto() })
  await expect.poll(() => received.mock.calls.length).toBe(3)
  expect(received.mock.calls[2]?.[0]).toHaveProperty('failure', expect.any(LostPhoto))
  expect(received.mock.calls[0]?.[0]).toMatchObject({ kind: 'refused', failure })
  expect(received.mock.calls[0]?.[0]).toHaveProperty('failure', expect.any(ApiFailure))
  expect(received.mock.calls[1]).toEqual([undefined])
})

test('older releases understand the messages to other tabs', async () => {
  const messages = vi.fn<(message: unknown) => void>()
  const olderTab = new BroadcastChannel('veni-outbox')
  olderTab.addEventListener('message', ({ data }) => messages(data))
  const received = vi.fn<(outcome: Outcome | undefined) => void>()
  const { publish } = openOutboxChannel(received)
  const entry = newUpdate()
  publish({ kind: 'received', entry })
  publish({ kind: 'held', entry })
  await expect.poll(() => messages.mock.calls.length).toBe(2)
  expect(messages.mock.calls).toEqual([
    [{ kind: 'accepted', entry }],
    [{ kind: 'postponed', entry }],
  ])
  for (const [message] of messages.mock.calls) olderTab.postMessage(message)
  await expect.poll(() => received.mock.calls.length).toBe(2)
  expect(received.mock.calls).toEqual([[{ kind: 'received', entry }], [{ kind: 'held', entry }]])
  olderTab.close()
})

test('a received outcome ends the wait for it, and the entries on the screen are updated', async () => {
  const onEntries = vi.fn<OutboxDeps['onEntries']>()
  const here = openTab('here', () => new Promise(() => {}), { onEntries })
  const entry = newUpdate()
  const outcome = here.enqueueAndTry(entry)
  await expect.poll(() => calls).toHaveLength(1)
  await entryStore.deleteEntry(entry.id)
  const made = { kind: 'received', entry: { ...entry, orderId: '501' } } as const
  await here.receive(made)
  expect(await outcome).toEqual(made)
  expect(onEntries).toHaveBeenLastCalledWith([])
})

test('an entry that waits after failures is sent when the network or the screen is back', async () => {
  const entry = newUpdate()
  await entryStore.storeEntry({ ...entry, attempts: 9, nextAttemptAt: Date.now() + 200_000 })
  const tab = openTab('here', () => Promise.resolve())
  // The start of a tab also ignores waits. This pass is the first after the start.
  await tab.sendOnce()
  expect(calls).toHaveLength(1)

  const later = newUpdate()
  await entryStore.storeEntry({ ...later, attempts: 9, nextAttemptAt: Date.now() + 200_000 })
  await tab.sendOnce()
  expect(calls).toHaveLength(1)
  await tab.wake()
  await expect.poll(() => entryStore.readEntry(later.id)).toBeUndefined()
})

function newTimers() {
  const timers: { ms: number; run: () => void }[] = []
  const after: Clock['after'] = (ms, run) => {
    timers.push({ ms, run })
    return () => {}
  }
  return { timers, after }
}

test('a connection that cannot send photos does not delay a record beyond its due time', async () => {
  const { timers, after } = newTimers()
  const start = Date.now()
  let now = start
  const record = newUpdate()
  const tab = openTab('here', () => Promise.reject(new ApiFailure('network')), {
    clock: { after, now: () => now },
  })
  // The start of a tab ignores waits. This pass is the first after the start.
  await tab.sendOnce()
  await entryStore.storeEntry({ ...record, attempts: 1, nextAttemptAt: start + 5_500 })
  for (const [at, elapsed] of [0, 4_000].entries()) {
    now = start + elapsed
    await tab.enqueue({ ...newUpdate(), customerId: `${at}` })
    await expect.poll(() => timers).toHaveLength(at + 1)
  }
  // After four seconds without a network a pass waits for four more, but the record is due earlier.
  expect(timers.map(({ ms }) => ms)).toEqual([1_000, 1_500])
})

test('work of a tab that died is found within the longest wait, without a message from that tab', async () => {
  const { timers, after } = newTimers()
  const tab = openTab('here', () => Promise.resolve(), { clock: { after, now: Date.now } })
  await tab.wake()
  await expect.poll(() => timers).toHaveLength(1)
  const entryOfDeadTab = newUpdate()
  await entryStore.storeEntry(entryOfDeadTab)
  expect(timers[0]?.ms).toBeLessThanOrEqual(LONGEST_WAIT_MS)
  timers[0]?.run()
  await expect.poll(() => entryStore.readEntry(entryOfDeadTab.id)).toBeUndefined()
})

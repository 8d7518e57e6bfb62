/** An outbox over entries in memory, with a server and a comparison that do what the test says. */
import { vi } from 'vitest'
import type {
  Acknowledged,
  CallGuards,
  Clock,
  EntryStore,
  OutboxDeps,
  Reconciliation,
} from '../src/outbox/deps.ts'
import { newEntry, type OutboxEntry } from '../src/outbox/entry.ts'
import { createOutbox } from '../src/outbox/outbox.ts'
import { rejectedWork } from './fake-outbox.ts'

export const OWNER = '9000000001'
export const NOW = 1_763_690_404_000

export const newWork = (id: string, changes: Partial<OutboxEntry> = {}): OutboxEntry => ({
  ...newEntry({ id, owner: OWNER, customerId: id, createdAt: NOW, work: rejectedWork }),
  ...changes,
})

function createStore(rows: Map<string, OutboxEntry>): EntryStore {
  const changeEntries: EntryStore['changeEntries'] = (ids, change) => {
    const changed = ids.flatMap((id) => {
      const stored = rows.get(id)
      return (stored && change(stored)) ?? []
    })
    for (const entry of changed) rows.set(entry.id, entry)
    return Promise.resolve(changed)
  }
  return {
    listHeads: () => Promise.resolve([...rows.values()]),
    whenListsComplete: () => Promise.resolve(),
    readEntry: (id) => Promise.resolve(rows.get(id)),
    findUnsentSettlements: () => Promise.resolve(new Set<string>()),
    readHeads: (ids) => Promise.resolve(ids.flatMap((id) => rows.get(id) ?? [])),
    storeEntry: (entry) => Promise.resolve(void rows.set(entry.id, entry)),
    changeEntries,
    changeEntry: async (id, change) => (await changeEntries([id], change))[0],
    deleteEntry: (id) => Promise.resolve(void rows.delete(id)),
    storeDealOnce: (deal) => Promise.resolve(deal),
    storeReceived: (entries) => {
      for (const { id } of entries) rows.delete(id)
      return Promise.resolve()
    },
  }
}

/** What the tests see, and what they let the server answer. */
function createCalls() {
  const done: Acknowledged = { kind: 'acknowledged', learned: {}, done: ['customer'] }
  return {
    run: vi.fn<(entry: OutboxEntry, guards: CallGuards) => Promise<Acknowledged>>(() =>
      Promise.resolve(done),
    ),
    reconcile: vi.fn<Reconciliation['reconcile']>(() => Promise.resolve(false)),
    storeSent: vi.fn<Reconciliation['storeSent']>(() => Promise.resolve()),
    readEpoch: vi.fn<Reconciliation['readEpoch']>(() => Promise.resolve('first')),
    after: vi.fn<Clock['after']>(() => () => {}),
    refresh: vi.fn<() => Promise<void>>(() => Promise.resolve()),
    onSignedOut: vi.fn<() => void>(),
    onWorkLeft: vi.fn<() => void>(),
    onEntries: vi.fn<OutboxDeps['onEntries']>(),
  }
}

export function openMemoryOutbox(...stored: readonly OutboxEntry[]) {
  const rows = new Map(stored.map((entry) => [entry.id, entry]))
  const signed: { owner: string | undefined; signIn: string } = { owner: OWNER, signIn: 'first' }
  const calls = createCalls()
  const storage = createStore(rows)
  const storeReceived = vi.spyOn(storage, 'storeReceived')
  const listHeads = vi.spyOn(storage, 'listHeads')
  const { reconcile, storeSent, readEpoch, after, refresh, onSignedOut, run, ...others } = calls
  const outbox = createOutbox({
    ...others,
    storage,
    reconciliation: {
      reconcile,
      storeSent,
      readEpoch,
      readLatest: () => Promise.resolve(undefined),
      storeFirstEpoch: () => Promise.resolve(true),
    },
    transport: {
      uploadPhoto: () => Promise.resolve(),
      nextStep: ({ done }) => (done.length > 0 ? undefined : { run }),
    },
    session: { refresh, owner: () => signed.owner, current: () => signed.signIn, onSignedOut },
    sender: 'this tab',
    lock: (pass) => pass(true),
    clock: { now: () => NOW, after },
    random: () => 0,
    publish: () => {},
  })
  return { ...outbox, ...calls, storeReceived, listHeads, rows, signed }
}

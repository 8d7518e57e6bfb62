/** The entries on a screen, over entries and a clock that the test changes. */
import type { Clock, EntryStore } from '../src/outbox/deps.ts'
import { newEntry, type EntryHead, type OutboxEntry } from '../src/outbox/entry.ts'
import { createShownEntries } from '../src/outbox/shown-entries.ts'
import { rejectedWork } from './fake-outbox.ts'

const OWNER = '9000000001'
export const newWork = (id: string): OutboxEntry =>
  newEntry({ id, owner: OWNER, customerId: '7', createdAt: 1, work: rejectedWork })

const stoppedClock: Clock = { now: () => 0, after: () => () => undefined }

/** Entries of which a list is read when the test permits it. */
function createStore(stored: readonly OutboxEntry[]) {
  let endReading = () => {}
  let failure: Error | undefined
  const store: Pick<EntryStore, 'listHeads' | 'readHeads'> = {
    listHeads: async () => {
      const listed = [...stored]
      await new Promise<void>((resolve) => (endReading = resolve))
      return listed
    },
    readHeads(ids) {
      if (!failure) return Promise.resolve(stored.filter(({ id }) => ids.includes(id)))
      const next = failure
      failure = undefined
      return Promise.reject(next)
    },
  }
  return {
    storage: store as EntryStore,
    endReading: () => endReading(),
    /** The next entry cannot be read. */
    failNext: (error: Error) => void (failure = error),
  }
}

export const begun = () => new Promise((resolve) => setTimeout(resolve))

/** A list whose reading lasts until the test ends it. */
export function newShown(stored: readonly OutboxEntry[], clock = stoppedClock) {
  const drawn: (readonly EntryHead[])[] = []
  let owner: string | undefined = OWNER
  const { storage, endReading, failNext } = createStore(stored)
  const session = {
    refresh: () => Promise.resolve(),
    owner: () => owner,
    current: () => undefined,
    onSignedOut: () => undefined,
  }
  const onEntries = (heads: readonly EntryHead[]) => void drawn.push(heads)
  const entries = createShownEntries({ clock, onEntries, session, storage })
  return {
    ...entries,
    endReading,
    failNext,
    async readWhole() {
      const reading = entries.readList()
      await begun()
      endReading()
      return reading
    },
    states: () => (drawn.at(-1) ?? []).map(({ id, state }): [string, string] => [id, state]),
    ids: () => (drawn.at(-1) ?? []).map(({ id }) => id),
    /** How often the list was drawn. */
    times: () => drawn.length,
    signIn: (next: string | undefined) => (owner = next),
  }
}

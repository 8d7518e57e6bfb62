import { expect, test } from 'vitest'
import { rejectedWork } from '../../test/fake-outbox.ts'
import type { Clock } from './deps.ts'
import { newEntry, type EntryHead, type OutboxEntry } from './entry.ts'
import { createShownEntries } from './shown-entries.ts'

const OWNER = '9000000001'
const newWork = (id: string): OutboxEntry =>
  newEntry({ id, owner: OWNER, customerId: '7', createdAt: 1, work: rejectedWork })

const stoppedClock: Clock = { now: () => 0, after: () => () => undefined }

/** A list whose reading begins at once, and ends when the test permits it. */
function newShown(stored: OutboxEntry[], clock = stoppedClock) {
  let shown: readonly EntryHead[] = []
  let endReading = () => {}
  const unused = () => Promise.reject(new Error('not used'))
  const entries = createShownEntries({
    clock,
    onEntries: (heads) => (shown = heads),
    session: {
      refresh: () => Promise.resolve(),
      owner: () => OWNER,
      current: () => undefined,
      onSignedOut: () => undefined,
    },
    storage: {
      listHeads: async () => {
        const listed = [...stored]
        await new Promise<void>((resolve) => (endReading = resolve))
        return listed
      },
      readHeads: (ids) => Promise.resolve(stored.filter(({ id }) => ids.includes(id))),
      whenListsComplete: unused,
      readEntry: unused,
      findUnsentSettlements: unused,
      storeEntry: unused,
      changeEntry: unused,
      changeEntries: unused,
      deleteEntry: unused,
      storeDealOnce: unused,
      storeReceived: unused,
    },
  })
  return {
    ...entries,
    states: () => shown.map(({ id, state }): [string, string] => [id, state]),
    endReading: () => endReading(),
  }
}

const listed = () => new Promise((resolve) => setTimeout(resolve))

test('what changes while the list is read is shown as it is stored then', async () => {
  const stored = [newWork('changed'), newWork('removed'), newWork('other')]
  const shown = newShown(stored)
  const reading = shown.readList()
  await listed()
  const changed = { ...newWork('changed'), state: 'refused' } as const
  const made = newWork('made')
  stored.splice(0, 2, changed, made)
  shown.change([changed])
  shown.remove(['removed'])
  shown.add(made)
  shown.endReading()
  await reading
  const states: [string, string][] = [
    ['changed', 'refused'],
    ['made', 'waiting'],
    ['other', 'waiting'],
  ]
  await expect.poll(() => new Map(shown.states())).toEqual(new Map(states))
})

test('a long list shows a change within a moment, also after the clock was set back', async () => {
  let now = 0
  const waits: number[] = []
  const after: Clock['after'] = (ms) => {
    waits.push(ms)
    return () => undefined
  }
  const stored = Array.from({ length: 1_000 }, (_, at) => newWork(`${at}`))
  const shown = newShown(stored, { now: () => now, after })
  const reading = shown.readList()
  await listed()
  shown.endReading()
  await reading
  now = -24 * 60 * 60_000
  shown.change(stored.slice(0, 1))
  expect(waits).toEqual([100])
})

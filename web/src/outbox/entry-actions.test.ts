import { expect, test } from 'vitest'
import { rejectedWork } from '../../test/fake-outbox.ts'
import { createEntryActions } from './entry-actions.ts'
import { newEntry, type OutboxEntry } from './entry.ts'

const NOW = 1_763_690_404_000

const rejection = (changes: Partial<OutboxEntry> = {}): OutboxEntry => ({
  ...newEntry({ id: 'a', owner: '9', customerId: '7', createdAt: NOW, work: rejectedWork }),
  ...changes,
})

/** @param latest of the work that was sent before */
function newActions(stored: OutboxEntry, latest?: number) {
  const rows: OutboxEntry[] = []
  const unused = () => Promise.reject(new Error('not used'))
  const actions = createEntryActions({
    clock: { now: () => NOW, after: () => () => undefined },
    publish: () => undefined,
    requestPass: () => undefined,
    shown: { add: () => undefined, remove: () => undefined },
    storage: {
      listHeads: unused,
      whenListsComplete: unused,
      readEntry: unused,
      findUnsentSettlements: unused,
      readHeads: unused,
      changeEntries: unused,
      deleteEntry: unused,
      storeDealOnce: unused,
      storeReceived: unused,
      storeEntry: (entry) => Promise.resolve(void rows.push(entry)),
      changeEntry(_id, change) {
        const changed = change(stored)
        if (changed) rows.push(changed)
        return Promise.resolve(changed)
      },
    },
    reconciliation: {
      storeSent: unused,
      readEpoch: unused,
      storeFirstEpoch: unused,
      reconcile: unused,
      readLatest: () => Promise.resolve(latest),
    },
  })
  return { actions, rows }
}

test('a refused entry that the runner sends again has no refusal any more', async () => {
  const refused = rejection({ state: 'refused', refusal: { status: 409, code: 'conflict' } })
  const { actions, rows } = newActions(refused)
  await actions.resume('a')
  expect(rows).toEqual([rejection()])
})

test('an entry that is on its way stays as it is when the runner sends it again', async () => {
  const { actions, rows } = newActions(rejection({ state: 'sending' }))
  await actions.resume('a')
  expect(rows).toEqual([])
})

test.each([
  ['earlier', NOW - 1, NOW],
  ['at the same moment', NOW, NOW + 1],
  ['later, by a clock that was set back since', NOW + 60_000, NOW + 60_001],
  ['never', undefined, NOW],
])('new work comes after work that was sent %s', async (_, latest, createdAt) => {
  const { actions, rows } = newActions(rejection(), latest)
  await actions.enqueue(rejection())
  expect(rows).toEqual([rejection({ createdAt })])
})

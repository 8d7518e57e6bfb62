import { expect, test, vi } from 'vitest'
import { rejectedWork } from '../../test/fake-outbox.ts'
import type { Outcome } from './deps.ts'
import { newEntry, type OutboxEntry } from './entry.ts'
import { createOutcomes } from './outcomes.ts'

const newWork = (id: string): OutboxEntry =>
  newEntry({ id, owner: '9', customerId: '7', createdAt: 1, work: rejectedWork })
const entry = newWork('a')

/** @param stored the entry as it is stored at the end of each pass */
function newOutcomes(stored: OutboxEntry | undefined) {
  const readAgain = vi.fn<(id: string) => Promise<void>>().mockResolvedValue()
  const readList = vi.fn<() => Promise<readonly OutboxEntry[]>>().mockResolvedValue([])
  const publish = vi.fn<(outcome: Outcome | undefined) => void>()
  const listener = vi.fn<(outcome: Outcome) => void>()
  const outcomes = createOutcomes({
    readEntry: () => Promise.resolve(stored),
    publish,
    shown: { readAgain, readList },
    session: {
      refresh: () => Promise.resolve(),
      owner: () => '9',
      current: () => undefined,
      onSignedOut: () => undefined,
    },
  })
  outcomes.onOutcome(listener)
  const settled = vi.fn<(outcome: Outcome) => void>()
  /** The first outcome of the entry. */
  const wait = async () => {
    void outcomes.waitForFirst(entry, () => Promise.resolve()).then(settled)
    await Promise.resolve()
    await Promise.resolve()
  }
  return {
    ...outcomes,
    readAgain,
    readList,
    publish: outcomes.publish,
    published: publish,
    listener,
    settled,
    wait,
  }
}

test('the list is read again when another tab has changed the outbox, and no outcome is published', async () => {
  const { receive, readList, readAgain, listener } = newOutcomes(entry)
  await receive(undefined)
  expect(readList).toHaveBeenCalledTimes(1)
  expect(readAgain).not.toHaveBeenCalled()
  expect(listener).not.toHaveBeenCalled()
})

test('an outcome of another tab reaches this page, and only that entry is read again', async () => {
  const { receive, readList, readAgain, listener, published } = newOutcomes(entry)
  await receive({ kind: 'received', entry })
  expect(listener.mock.calls).toEqual([[{ kind: 'received', entry }]])
  expect(readAgain.mock.calls).toEqual([['a']])
  expect(readList).not.toHaveBeenCalled()
  expect(published).not.toHaveBeenCalled()
})

test('an outcome of this page reaches its listeners and the other tabs', () => {
  const { publish, published, listener } = newOutcomes(entry)
  publish({ kind: 'received', entry })
  expect(published.mock.calls).toEqual([[{ kind: 'received', entry }]])
  expect(listener.mock.calls).toEqual([[{ kind: 'received', entry }]])
})

test('a wait ends with the outcome of its own entry', async () => {
  const { publish, settled, wait } = newOutcomes(entry)
  await wait()
  publish({ kind: 'received', entry: newWork('other') })
  publish({ kind: 'received', entry })
  await expect.poll(() => settled.mock.calls).toEqual([[{ kind: 'received', entry }]])
})

test('a pass that leaves the entry on its way does not end the wait', async () => {
  const { publish, notifyPassEnd, settled, wait } = newOutcomes({ ...entry, state: 'waiting' })
  await wait()
  await notifyPassEnd()
  expect(settled).not.toHaveBeenCalled()
  publish({ kind: 'received', entry })
  await expect.poll(() => settled.mock.calls).toEqual([[{ kind: 'received', entry }]])
})

import { beforeEach, expect, test } from 'vitest'
import { add, deps, fakeOutbox, settlement, startFakeOutbox } from '../../../test/fake-outbox.ts'
import { signInRunner } from '../../../test/runner.ts'
import type { StandInServer } from '../../../test/stand-in-server.ts'
import { answerWork, batchDeps, notRecorded, WORK_CALL } from '../../../test/work-calls.ts'
import type { Transport } from '../deps.ts'
import type { OutboxEntry } from '../entry.ts'
import { sendDue, type PassDeps } from './pass.ts'

let server: StandInServer
let results: Map<string, object>
/** The transactions of a pass. A lease is stored without a second copy, and without a wait for the disk. */
let writes: ('lease' | 'content' | 'received')[]

beforeEach(() => {
  server = startFakeOutbox()
  results = new Map()
  writes = []
})

const changeEntries: PassDeps['changeEntries'] = async (ids, change, options) => {
  writes.push(options?.isLease ? 'lease' : 'content')
  const before = fakeOutbox.entries
  const changed = await deps.changeEntries(ids, change)
  const isOnlyLease = changed.every((entry) => {
    const old = before.find(({ id }) => id === entry.id)
    return JSON.stringify(contentOf(entry)) === JSON.stringify(old && contentOf(old))
  })
  // A lost lease only ends early. Nothing else may be lost.
  if (options?.isLease) expect(isOnlyLease).toBe(true)
  return changed
}
const markReceived: PassDeps['markReceived'] = (received) => {
  writes.push('received')
  return deps.markReceived(received)
}
function contentOf(entry: OutboxEntry): Partial<OutboxEntry> {
  const { lease: _lease, state: _state, ...content } = entry
  return content
}
const send = (changes: Partial<PassDeps> = {}) =>
  sendDue({ ...batchDeps, changeEntries, markReceived, ...changes })

/** Our server, which gets several entries in one call. */
function startOurServer(): void {
  signInRunner()
  server.answer(WORK_CALL, (request) => answerWork(request, results))
}

test.each([
  ['all are received', [], ['lease', 'received']],
  ['none is received', ['a', 'b'], ['lease', 'content']],
  ['one is received', ['a'], ['lease', 'received', 'content']],
])(
  'a call needs one write before it, and as few as possible after it: %s',
  async (_, failed, all) => {
    startOurServer()
    add('a', '7')
    add('b', '8')
    for (const id of failed) results.set(id, notRecorded(500, 'internal'))
    await send()
    expect(writes).toEqual(all)
  },
)

test('a pass that sends nothing writes nothing', async () => {
  startOurServer()
  add('a', '7')
  fakeOutbox.entries = fakeOutbox.entries.map((entry) => ({
    ...entry,
    attempts: 1,
    nextAttemptAt: fakeOutbox.clock + 1_000,
  }))
  await send()
  expect(writes).toEqual([])
})

test('entries that go back unsent, because another runner signs in, need no copy', async () => {
  startOurServer()
  add('a', '7')
  await send({ refreshSession: () => Promise.resolve(void (fakeOutbox.signedIn = '9000000002')) })
  expect(writes).toEqual(['lease', 'lease'])
})

/** A record, and photos of which each needs a lease. */
const nextStep: Transport['nextStep'] = ({ done }) => {
  const name = ['record', 'photos'].find((step) => !done.includes(step))
  if (!name) return undefined
  return {
    isPhotoStep: name === 'photos',
    run: async (_, { renewLease }) => {
      if (name === 'photos') await renewLease()
      return { kind: 'acknowledged', learned: {}, done: [name] }
    },
  }
}

test('only acknowledged steps are more than a lease, and an entry is taken once for its photos', async () => {
  add('deal', '7', settlement('INV-1'))
  await send({ nextStep })
  const ofRecord = ['lease', 'content', 'lease']
  const ofPhotos = ['lease', 'lease', 'content', 'received']
  expect(writes).toEqual([...ofRecord, ...ofPhotos])
  add('deal', '7', settlement('INV-1'))
  fakeOutbox.entries = fakeOutbox.entries.map((entry) => ({ ...entry, done: ['record'] }))
  writes = []
  await send({ nextStep })
  expect(writes).toEqual(ofPhotos)
})

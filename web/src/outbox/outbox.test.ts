import { expect, test, vi } from 'vitest'
import { newWork, NOW, openMemoryOutbox, OWNER } from '../../test/memory-outbox.ts'
import { ApiFailure } from '../api/failure.ts'
import { OtherRunner, type Outcome, type PassResult } from './deps.ts'

const nothingLeft: PassResult = {
  stoppedBy: undefined,
  nextAttemptAt: undefined,
  isAnswered: false,
}
const noNetwork = new ApiFailure('network')
const withoutSession = new ApiFailure('status', { status: 401 })

test('what the server has acknowledged is stored as sent before it leaves the outbox and the screen', async () => {
  const outbox = openMemoryOutbox(newWork('a'))
  expect(await outbox.sendOnce()).toEqual({ ...nothingLeft, isAnswered: true })
  const sent = expect.objectContaining({ id: 'a', done: ['customer'] }) as unknown
  expect(outbox.storeSent.mock.calls).toEqual([[[sent], NOW]])
  expect(outbox.storeReceived.mock.calls).toEqual([[[sent], NOW]])
  const [storedAt] = outbox.storeSent.mock.invocationCallOrder
  expect(storedAt).toBeLessThan(outbox.storeReceived.mock.invocationCallOrder[0]!)
  expect(outbox.onEntries).toHaveBeenLastCalledWith([])
})

test('a wake whose list cannot be read asks for a pass all the same', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const outbox = openMemoryOutbox(newWork('a'))
  outbox.listHeads.mockRejectedValueOnce(new Error('the database is blocked'))
  await outbox.wake()
  await expect.poll(() => outbox.run.mock.calls).toHaveLength(1)
  expect(warn).toHaveBeenCalledTimes(1)
})

test('a change of another tab that cannot be read is reported', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const outbox = openMemoryOutbox(newWork('a'))
  const blocked = new Error('the database is blocked')
  outbox.listHeads.mockRejectedValueOnce(blocked)
  await outbox.receive(undefined)
  expect(warn.mock.calls).toEqual([['Unsent work not read', blocked]])
})

test('a failed attempt is shown as it is stored', async () => {
  const outbox = openMemoryOutbox(newWork('a'))
  outbox.run.mockRejectedValue(new ApiFailure('status', { status: 500 }))
  await outbox.sendOnce()
  expect(outbox.onEntries).toHaveBeenLastCalledWith([expect.objectContaining({ attempts: 1 })])
})

test('each call names the epoch of the database that has what the runner sent', async () => {
  const outbox = openMemoryOutbox(newWork('a'))
  await outbox.sendOnce()
  expect(outbox.readEpoch.mock.calls).toEqual([[OWNER]])
  expect(outbox.run.mock.calls[0]?.[1]).toMatchObject({ epoch: 'first' })
})

test('nothing is sent while nobody is signed in, and no epoch is read', async () => {
  const outbox = openMemoryOutbox(newWork('a'))
  outbox.signed.owner = undefined
  await outbox.sendOnce()
  expect(outbox.run).not.toHaveBeenCalled()
  expect(outbox.readEpoch).not.toHaveBeenCalled()
})

test.each([
  ['has no network asks', noNetwork, 1],
  ['leaves an entry for its next attempt asks', new ApiFailure('timeout'), 1],
  ['leaves nothing does not ask', undefined, 0],
])('a pass that %s the service worker to send the rest', async (_, failure, times) => {
  const outbox = openMemoryOutbox(newWork('a'))
  if (failure) outbox.run.mockRejectedValue(failure)
  await outbox.sendOnce()
  expect(outbox.onWorkLeft).toHaveBeenCalledTimes(times)
})

test('a pass without a session asks for the code, but not after a newer sign-in', async () => {
  const outbox = openMemoryOutbox(newWork('a'))
  outbox.run.mockRejectedValue(withoutSession)
  await outbox.sendOnce()
  expect(outbox.onSignedOut).toHaveBeenCalledTimes(1)
  const other = openMemoryOutbox(newWork('a'))
  other.run.mockImplementation(() => {
    other.signed.signIn = 'second'
    return Promise.reject(withoutSession)
  })
  expect((await other.sendOnce()).stoppedBy).toBe('signed-out')
  expect(other.onSignedOut).not.toHaveBeenCalled()
})

test('a pass that has sent everything asks for no code', async () => {
  const outbox = openMemoryOutbox(newWork('a'))
  await outbox.sendOnce()
  expect(outbox.onSignedOut).not.toHaveBeenCalled()
})

test.each(['network', 'signed-out'] as const)(
  'the phone does not compare after a pass that was stopped by %s',
  async (stoppedBy) => {
    const { reconcileAfter, reconcile } = openMemoryOutbox()
    expect(await reconcileAfter({ ...nothingLeft, stoppedBy })).toBe(false)
    expect(reconcile).not.toHaveBeenCalled()
  },
)

test('the phone compares at the start, and again when the server has said that its database was restored', async () => {
  const { reconcileAfter, reconcile } = openMemoryOutbox()
  reconcile.mockResolvedValue(true)
  expect(await reconcileAfter(nothingLeft)).toBe(true)
  expect(await reconcileAfter(nothingLeft)).toBe(false)
  expect(await reconcileAfter({ ...nothingLeft, stoppedBy: 'epoch-ended' })).toBe(true)
  expect(reconcile.mock.calls.map(([owner]) => owner)).toEqual([OWNER, OWNER])
})

const failure = new ApiFailure('timeout')
test.each<[string, Outcome, number]>([
  ['is received is', { kind: 'received', entry: newWork('a') }, 2],
  ['is refused is', { kind: 'refused', entry: newWork('a'), failure }, 2],
  ['has failed once is', { kind: 'failed', entry: newWork('a', { attempts: 1 }), failure }, 2],
  ['has failed twice is not', { kind: 'failed', entry: newWork('a', { attempts: 2 }), failure }, 1],
  ['is held is not', { kind: 'held', entry: newWork('a', { attempts: 1 }) }, 1],
  [
    'needs the sign-in is not',
    { kind: 'signed-out', entry: newWork('a', { attempts: 1 }), failure },
    1,
  ],
])('an entry that %s reported to the office with the next pass', async (_how, outcome, times) => {
  const { reconcileAfter, receive, reconcile } = openMemoryOutbox()
  await reconcileAfter(nothingLeft)
  await receive(outcome)
  await reconcileAfter(nothingLeft)
  expect(reconcile).toHaveBeenCalledTimes(times)
})

test('nothing is compared while nobody is signed in, which the sender asks first', async () => {
  const { reconcileAfter, reconcile, refresh, signed } = openMemoryOutbox()
  refresh.mockImplementation(() => Promise.resolve(void (signed.owner = undefined)))
  expect(await reconcileAfter(nothingLeft)).toBe(false)
  expect(reconcile).not.toHaveBeenCalled()
})

test('a comparison goes on only while its runner is signed in', async () => {
  const { reconcileAfter, reconcile, refresh, signed } = openMemoryOutbox()
  const checks: unknown[] = []
  reconcile.mockImplementation(async (_owner, requireOwner) => {
    checks.push(await requireOwner())
    refresh.mockImplementation(() => Promise.resolve(void (signed.owner = '9000000002')))
    checks.push(await requireOwner().catch((error: unknown) => error))
    return false
  })
  await reconcileAfter(nothingLeft)
  expect(checks).toEqual([undefined, expect.any(OtherRunner)])
})

test.each([
  ['is sent at once when a comparison has found work to send', true, 2],
  ['waits for its time after a comparison without work to send', false, 1],
])('what waits %s', async (_what, hasMore, sent) => {
  const outbox = openMemoryOutbox(newWork('a'))
  // The start of a sender ignores all waits.
  await outbox.sendOnce()
  outbox.rows.set('b', newWork('b', { attempts: 3, nextAttemptAt: NOW + 60_000 }))
  await outbox.sendOnce()
  expect(outbox.run).toHaveBeenCalledTimes(1)
  outbox.reconcile.mockResolvedValue(hasMore)
  await outbox.reconcileAfter(nothingLeft)
  await outbox.sendOnce()
  expect(outbox.run).toHaveBeenCalledTimes(sent)
})

test('a page compares after its pass, and sends what was found', async () => {
  const outbox = openMemoryOutbox()
  outbox.reconcile.mockImplementationOnce(() => {
    outbox.rows.set('found', newWork('found', { attempts: 3, nextAttemptAt: NOW + 60_000 }))
    return Promise.resolve(true)
  })
  await outbox.enqueue(newWork('a'))
  await expect.poll(() => outbox.run.mock.calls.map(([{ id }]) => id)).toEqual(['a', 'found'])
})

test('a comparison with a bug is reported, and stops no pass', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const outbox = openMemoryOutbox()
  const bug = new RangeError('a bug')
  outbox.reconcile.mockRejectedValueOnce(bug)
  await outbox.enqueue(newWork('a'))
  await expect.poll(() => warn.mock.calls.map(([, error]) => error as unknown)).toEqual([bug])
  await outbox.enqueue(newWork('b'))
  await expect.poll(() => outbox.run.mock.calls.map(([{ id }]) => id)).toEqual(['a', 'b'])
})

test('the answer to a screen starts a pass after one without a network', async () => {
  const outbox = openMemoryOutbox()
  outbox.run.mockRejectedValueOnce(noNetwork)
  expect((await outbox.enqueueAndTry(newWork('a'))).kind).toBe('failed')
  await expect.poll(() => outbox.onWorkLeft.mock.calls).toHaveLength(1)
  outbox.rows.set('b', newWork('b'))
  outbox.noteAnswer()
  await expect.poll(() => outbox.run.mock.calls.map(([{ id }]) => id)).toContain('b')
})

test('the runner who sends a refused entry again gets its outcome', async () => {
  const outbox = openMemoryOutbox(newWork('a', { state: 'refused', refusal: { status: 409 } }))
  const { kind, entry } = await outbox.resumeAndTry(outbox.rows.get('a')!)
  expect([kind, entry.id]).toEqual(['received', 'a'])
  expect(outbox.rows.size).toBe(0)
})

test('the start of a sender does not wait for the time of an entry', async () => {
  const outbox = openMemoryOutbox(newWork('a', { attempts: 3, nextAttemptAt: NOW + 60_000 }))
  await outbox.sendOnce()
  expect(outbox.run).toHaveBeenCalledTimes(1)
})

test('work is not sent for another runner who has signed in during the pass', async () => {
  const outbox = openMemoryOutbox(newWork('a'), newWork('b'))
  outbox.run.mockImplementation(() => {
    outbox.signed.owner = '9000000002'
    return Promise.resolve({ kind: 'acknowledged', learned: {}, done: ['customer'] })
  })
  await outbox.sendOnce()
  expect(outbox.run.mock.calls.map(([{ id }]) => id)).toEqual(['a'])
})

test('a failed comparison is made again with a pass a minute later', async () => {
  const outbox = openMemoryOutbox()
  outbox.reconcile.mockRejectedValueOnce(failure)
  await outbox.reconcileAfter(nothingLeft)
  const [[ms, again] = []] = outbox.after.mock.calls
  expect(ms).toBe(60_000)
  again?.()
  await expect.poll(() => outbox.reconcile.mock.calls).toHaveLength(2)
})

import { expect, test } from 'vitest'
import { configureApp } from '../../../test/app-config.ts'
import { ApiFailure } from '../../api/failure.ts'
import { StillLocked } from '../../storage/sealed/alone.ts'
import { OtherRunner } from '../deps.ts'
import { createReconciliationRuns } from './runs.ts'

const MINUTE_MS = 60_000
const SIGNED = { owner: '9000000001', signIn: 'first' }
const requireOwner = () => Promise.resolve()

type Ended = boolean | Error

/** Runs whose comparisons end as the test says: with work to send, or with a failure. */
function newRuns() {
  const state = {
    now: 1_000_000,
    compared: 0,
    again: 0,
    signIn: SIGNED.signIn,
    askedForSignIn: 0,
    end: (): Ended | Promise<Ended> => false,
  }
  const timers: { readonly ms: number; readonly run: () => void }[] = []
  const runs = createReconciliationRuns({
    clock: {
      now: () => state.now,
      after(ms, run) {
        timers.push({ ms, run })
        return () => undefined
      },
    },
    session: { current: () => state.signIn, onSignedOut: () => (state.askedForSignIn += 1) },
    onAgain: () => (state.again += 1),
    async reconcile() {
      state.compared += 1
      const end = await state.end()
      if (end instanceof Error) throw end
      return end
    },
  })
  const run = (signed = SIGNED) => runs.runIfDue(signed, requireOwner)
  const noteDue = () => runs.noteDue()
  return { noteDue, run, state, timers }
}

test('the phone compares at the start, and says whether there is something to send', async () => {
  const { run, state } = newRuns()
  state.end = () => true
  expect(await run()).toBe(true)
  expect(await run()).toBe(false)
  expect(state.compared).toBe(1)
})

test('it compares again after an entry was received', async () => {
  const { run, noteDue, state } = newRuns()
  await run()
  noteDue()
  await run()
  await run()
  expect(state.compared).toBe(2)
})

test.each([
  ['the runner', { ...SIGNED, signIn: 'second' }],
  ['another runner', { ...SIGNED, owner: '9000000002' }],
])('it compares again when %s has signed in since', async (_, signed) => {
  const { run, state } = newRuns()
  await run()
  await run(signed)
  await run(signed)
  expect(state.compared).toBe(2)
})

test('it compares again after 15 minutes, and when the clock was set back', async () => {
  const { run, state } = newRuns()
  await run()
  state.now += 15 * MINUTE_MS - 1
  await run()
  expect(state.compared).toBe(1)
  state.now += 1
  await run()
  expect(state.compared).toBe(2)
  state.now -= 24 * 60 * MINUTE_MS
  await run()
  expect(state.compared).toBe(3)
})

test('a 404 of an intermediary between the phone and our server is no comparison', async () => {
  await configureApp({ madeByOurServer: true })
  const { run, state, timers } = newRuns()
  state.end = () => new ApiFailure('status', { status: 404 })
  await run()
  expect(timers.map(({ ms }) => ms)).toEqual([MINUTE_MS])
  state.end = () => true
  expect(await run()).toBe(true)
})

test.each([
  ['has no answer', new ApiFailure('timeout')],
  ['waits for another tab', new StillLocked()],
])(
  'a comparison that %s is made again with the next pass, which follows after a minute',
  async (_, failure) => {
    const { run, state, timers } = newRuns()
    state.end = () => failure
    expect(await run()).toBe(false)
    expect(timers.map(({ ms }) => ms)).toEqual([MINUTE_MS])
    timers[0]?.run()
    expect(state.again).toBe(1)
    state.end = () => true
    expect(await run()).toBe(true)
  },
)

test.each([
  ['a server that does not offer it', new ApiFailure('status', { status: 404 })],
  ['a runner who has signed out', new OtherRunner()],
])('a comparison with %s starts no pass by itself', async (_, failure) => {
  const { run, state, timers } = newRuns()
  state.end = () => failure
  expect(await run()).toBe(false)
  expect(timers).toEqual([])
})

/** A run whose comparison ends when the test says. */
function beginRun({ run, state }: ReturnType<typeof newRuns>) {
  let end: (how: Ended) => void = () => {}
  const comparison = new Promise<Ended>((resolve) => (end = resolve))
  state.end = () => comparison
  const running = run()
  return (how: Ended) => {
    end(how)
    return running
  }
}

const withoutSession = new ApiFailure('status', { status: 401 })
const SECOND = { owner: '9000000002', signIn: 'second' }

test.each([
  ['the runner', 'without a session', withoutSession, { ...SIGNED, signIn: 'second' }],
  ['the runner', 'that ends well', false, { ...SIGNED, signIn: 'second' }],
  ['another runner', 'of the first one', new OtherRunner(), SECOND],
])(
  'when %s signs in during a comparison %s, the phone compares again at once',
  async (_, _which, how, signed) => {
    const runs = newRuns()
    const { run, state } = runs
    const end = beginRun(runs)
    expect(await run(signed)).toBe(false)
    expect(state).toMatchObject({ compared: 1, again: 0 })
    await end(how)
    expect(state.again).toBe(1)
    state.end = () => true
    expect(await run(signed)).toBe(true)
  },
)

test.each([
  ['is compared at once', false, 1],
  ['waits as well when that comparison fails', withoutSession, 0],
])('what is received during a comparison %s', async (_, how, again) => {
  const runs = newRuns()
  const end = beginRun(runs)
  runs.noteDue()
  await runs.run()
  await end(how)
  expect(runs.state).toMatchObject({ compared: 1, again })
})

test('what is received during a comparison waits for the next pass when its own had no network', async () => {
  const runs = newRuns()
  const end = beginRun(runs)
  runs.noteDue()
  await end(false)
  expect(runs.state).toMatchObject({ compared: 1, again: 0 })
  await runs.run()
  expect(runs.state.compared).toBe(2)
})

test.each([
  ['without a session asks for the sign-in', withoutSession, SIGNED.signIn, 1],
  ['without a session asks nothing after a newer sign-in', withoutSession, 'second', 0],
  ['without an answer asks for no sign-in', new ApiFailure('timeout'), SIGNED.signIn, 0],
])('a comparison %s', async (_, how, signIn, askedForSignIn) => {
  const { run, state } = newRuns()
  Object.assign(state, { signIn, end: () => how })
  expect(await run()).toBe(false)
  expect(state).toMatchObject({ askedForSignIn })
})

test('a bug is no failure of the network, and the next comparison is possible', async () => {
  const { run, noteDue, state } = newRuns()
  state.end = () => new RangeError('a bug')
  await expect(run()).rejects.toThrow('a bug')
  state.end = () => false
  noteDue()
  await run()
  expect(state.compared).toBe(2)
})

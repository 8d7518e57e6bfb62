import { expect, test } from 'vitest'
import type { PassResult } from '../deps.ts'
import { createScheduler } from './scheduler.ts'

const NOTHING: PassResult = { nextAttemptAt: undefined, stoppedBy: undefined, isAnswered: false }
const NO_NETWORK: PassResult = { ...NOTHING, stoppedBy: 'network' }

/** Each pass waits until the test ends it. Only the test moves the clock, and it starts what is due. */
function newScheduler() {
  const timers = new Map<object, { readonly ms: number; readonly run: () => void }>()
  const passes: { isInterrupted: () => boolean; end: (result: PassResult | Error) => void }[] = []
  let now = 1_000_000
  const scheduler = createScheduler({
    random: () => 0,
    clock: {
      now: () => now,
      after(ms, run) {
        const timer = {}
        timers.set(timer, { ms, run })
        return () => timers.delete(timer)
      },
    },
    runPass: (isInterrupted) =>
      new Promise((resolve, reject) => {
        const end = (result: PassResult | Error) =>
          result instanceof Error ? reject(result) : resolve(result)
        passes.push({ isInterrupted, end })
      }),
  })
  return {
    ...scheduler,
    passes,
    timers,
    waits: () => [...timers.values()].map(({ ms }) => ms),
    moveClock: (ms: number) => (now += ms),
  }
}

test('after a pass that failed with a bug the next one follows a second later', async () => {
  const { requestPass, passes, timers, waits } = newScheduler()
  requestPass()
  passes[0]?.end(new Error('a bug'))
  await expect.poll(waits).toEqual([1_000])
  for (const { run } of timers.values()) run()
  expect(passes).toHaveLength(2)
})

test.each(Array.from({ length: 12 }, (_, at) => at))(
  'a request that comes %i turns after the end of a pass starts the next one',
  async (turns) => {
    const { requestPass, passes } = newScheduler()
    requestPass()
    passes[0]?.end(NOTHING)
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve()
    requestPass()
    await expect.poll(() => passes.length).toBe(2)
  },
)

test('a request during a pass lets the pass end, and starts exactly one more', async () => {
  const { requestPass, passes, waits } = newScheduler()
  requestPass()
  requestPass()
  requestPass()
  expect(passes).toHaveLength(1)
  expect(passes[0]?.isInterrupted()).toBe(false)
  passes[0]?.end(NOTHING)
  await expect.poll(() => passes.length).toBe(2)
  passes[1]?.end(NOTHING)
  await expect.poll(waits).toEqual([300_000])
  expect(passes).toHaveLength(2)
})

test('an urgent request interrupts the pass that runs, and not the one that follows', async () => {
  const { requestPass, passes } = newScheduler()
  requestPass()
  expect(passes[0]?.isInterrupted()).toBe(false)
  requestPass(true)
  expect(passes[0]?.isInterrupted()).toBe(true)
  passes[0]?.end(NOTHING)
  await expect.poll(() => passes.length).toBe(2)
  expect(passes[1]?.isInterrupted()).toBe(false)
})

test('only the wait of the last pass starts the next one', async () => {
  const { requestPass, passes, waits } = newScheduler()
  requestPass()
  passes[0]?.end({ ...NOTHING, nextAttemptAt: 1_004_000 })
  await expect.poll(waits).toEqual([4_000])
  requestPass()
  passes[1]?.end(NOTHING)
  await expect.poll(waits).toEqual([300_000])
})

/** A scheduler whose passes find no network unless the test passes another result. */
function newOfflineScheduler() {
  const { passes, waits, ...scheduler } = newScheduler()
  const runPass = async (result = NO_NETWORK) => {
    const [timerBefore] = scheduler.timers.keys()
    scheduler.requestPass()
    passes.at(-1)?.end(result)
    // Each pass replaces the timer of the one before.
    await expect.poll(() => [...scheduler.timers.keys()][0] === timerBefore).toBe(false)
    return waits()
  }
  return { ...scheduler, runPass }
}

test('without a network a pass waits as long as the network has been missing, from 1 s to 5 min', async () => {
  const { runPass, resetBackoff, moveClock } = newOfflineScheduler()
  expect(await runPass()).toEqual([1_000])
  moveClock(8_000)
  expect(await runPass()).toEqual([8_000])
  moveClock(3_600_000)
  expect(await runPass()).toEqual([300_000])
  resetBackoff()
  expect(await runPass()).toEqual([1_000])
})

test('new work without a network starts a pass, and the wait is no longer than before', async () => {
  const { runPass, moveClock } = newOfflineScheduler()
  for (let deal = 0; deal < 10; deal += 1) await runPass()
  expect(await runPass()).toEqual([1_000])
  moveClock(20_000)
  for (let deal = 0; deal < 10; deal += 1) await runPass()
  expect(await runPass()).toEqual([20_000])
})

test('a pass with a network ends the time without one', async () => {
  const { runPass, moveClock } = newOfflineScheduler()
  await runPass()
  moveClock(60_000)
  await runPass(NOTHING)
  moveClock(60_000)
  expect(await runPass()).toEqual([1_000])
})

test('a pass in which the server has answered ends the time without a network, also when it then breaks', async () => {
  const { runPass, moveClock } = newOfflineScheduler()
  await runPass()
  moveClock(60_000)
  expect(await runPass({ ...NO_NETWORK, isAnswered: true })).toEqual([1_000])
  moveClock(3_000)
  expect(await runPass()).toEqual([3_000])
})

test('a clock that was set back lengthens no wait, and shortens only the next one', async () => {
  const { runPass, moveClock } = newOfflineScheduler()
  await runPass()
  moveClock(-86_400_000)
  expect(await runPass()).toEqual([1_000])
  moveClock(30_000)
  expect(await runPass()).toEqual([30_000])
})

test('an answer of the server starts one pass after a pass without a network, and none after another', async () => {
  const { requestPass, noteAnswer, moveClock, passes, waits } = newScheduler()
  requestPass()
  passes[0]?.end(NO_NETWORK)
  await expect.poll(waits).toEqual([1_000])
  moveClock(2_000)
  noteAnswer()
  expect(passes).toHaveLength(2)
  passes[1]?.end(NO_NETWORK)
  await expect.poll(waits).toEqual([2_000])
  noteAnswer()
  passes[2]?.end(NOTHING)
  await expect.poll(waits).toEqual([300_000])
  noteAnswer()
  expect(passes).toHaveLength(3)
})

import { expect, test } from 'vitest'
import type { PassResult } from '../deps.ts'
import { createScheduler } from './scheduler.ts'

const NOTHING: PassResult = { nextAttemptAt: undefined, stoppedBy: undefined }
const NO_NETWORK: PassResult = { nextAttemptAt: undefined, stoppedBy: 'network' }

/** Each pass waits until the test ends it. The clock stands still, and the test starts what is due. */
function newScheduler() {
  const timers = new Map<object, { readonly ms: number; readonly run: () => void }>()
  const passes: { isInterrupted: () => boolean; end: (result: PassResult | Error) => void }[] = []
  const scheduler = createScheduler({
    random: () => 0,
    clock: {
      now: () => 1_000_000,
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
  return { ...scheduler, passes, timers, waits: () => [...timers.values()].map(({ ms }) => ms) }
}

test('after a pass that failed with a bug the next one follows a second later', async () => {
  const { requestPass, passes, timers, waits } = newScheduler()
  requestPass()
  passes[0]?.end(new Error('a bug'))
  await expect.poll(waits).toEqual([1_000])
  for (const { run } of timers.values()) run()
  expect(passes).toHaveLength(2)
})

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

test('passes without a network wait longer each time, until the network is back', async () => {
  const { requestPass, resetBackoff, passes, waits } = newScheduler()
  const runPass = async (result: PassResult) => {
    requestPass()
    passes.at(-1)?.end(result)
    await expect.poll(() => waits().length).toBe(1)
  }
  await runPass(NO_NETWORK)
  await expect.poll(waits).toEqual([1_000])
  await runPass(NO_NETWORK)
  await expect.poll(waits).toEqual([2_000])
  resetBackoff()
  await runPass(NO_NETWORK)
  await expect.poll(waits).toEqual([1_000])
})

test('an answer of the server starts one pass after a pass without a network, and none after another', async () => {
  const { requestPass, noteAnswer, passes, waits } = newScheduler()
  requestPass()
  passes[0]?.end(NO_NETWORK)
  await expect.poll(waits).toEqual([1_000])
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

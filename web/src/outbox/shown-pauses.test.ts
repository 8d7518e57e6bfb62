import { expect, test } from 'vitest'
import { newShown, newWork } from '../../test/shown-list.ts'
import type { Clock } from './deps.ts'

/** The timers of a clock that the test moves. */
function newTimers() {
  let now = 0
  const timers = new Set<{ readonly ms: number; readonly run: () => void }>()
  const after: Clock['after'] = (ms, run) => {
    const timer = { ms, run }
    timers.add(timer)
    return () => timers.delete(timer)
  }
  return {
    clock: { now: () => now, after },
    waits: () => [...timers].map(({ ms }) => ms),
    pass: (ms: number) => {
      now += ms
      for (const timer of timers) {
        timers.delete(timer)
        timer.run()
      }
    },
  }
}

const manyEntries = (length: number) => Array.from({ length }, (_, at) => newWork(`${at}`))

test('a list of up to 199 entries is drawn at each change', async () => {
  const { clock, waits } = newTimers()
  const stored = manyEntries(199)
  const shown = newShown(stored, clock)
  await shown.readWhole()
  shown.change(stored.slice(0, 1))
  shown.remove(['0'])
  expect([shown.times(), shown.ids().length, waits()]).toEqual([3, 198, []])
})

test('a longer list is drawn once after many changes, 0.1 ms for each entry later', async () => {
  const { clock, waits, pass } = newTimers()
  const stored = manyEntries(200)
  const shown = newShown(stored, clock)
  await shown.readWhole()
  for (const entry of stored) shown.change([entry])
  shown.remove(['1'])
  expect([shown.times(), waits()]).toEqual([1, [20]])
  pass(20)
  expect([shown.times(), shown.ids().length, waits()]).toEqual([2, 199, []])
  // One entry more makes it long again. Part of the pause has passed.
  shown.add(newWork('new'))
  pass(5)
  shown.change(stored.slice(2, 3))
  expect(waits()).toEqual([15])
  // The whole pause has passed since the list was drawn.
  pass(15)
  pass(20)
  shown.change(stored.slice(2, 3))
  expect(waits()).toEqual([])
})

test('a list that is read is drawn at once, and then not once more for the changes before it', async () => {
  const { clock, waits } = newTimers()
  const stored = manyEntries(300)
  const shown = newShown(stored, clock)
  await shown.readWhole()
  shown.change(stored.slice(0, 1))
  expect(waits()).toEqual([30])
  await shown.readWhole()
  expect([shown.times(), waits()]).toEqual([2, []])
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
  await shown.readWhole()
  now = -24 * 60 * 60_000
  shown.change(stored.slice(0, 1))
  expect(waits).toEqual([100])
})

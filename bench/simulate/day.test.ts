import { expect, test } from 'vitest'
import { seededRandom } from '../../server/test/power/seeded-random.ts'
import type { Costs } from './costs.ts'
import { countMinutes, DAY, type Kind, playDay, sum } from './day.ts'
import { findPeak, predictLimit, ratesIn, scale } from './predict.ts'

const timesOf = (events: ReturnType<typeof playDay>, kind: Kind) =>
  events.filter((event) => event.kind === kind).map(({ at }) => at)

test('a runner makes 40 deals with two photos each, and refreshes the list only where there is network', () => {
  // Every random number in the middle: all gaps are one from 13:00 on, and all deals are made in it.
  const day = playDay(() => 0.5)
  const end = 13 * 60 + 32.5
  expect(timesOf(day, 'deal')).toEqual(Array.from({ length: DAY.deals }, () => end))
  expect(timesOf(day, 'photo')).toHaveLength(2 * DAY.deals)
  expect(timesOf(day, 'refresh')).toHaveLength(DAY.worksMinutes - 33)
  expect(timesOf(day, 'refresh')).not.toContain(13 * 60)
  expect(timesOf(day, 'refresh')).toContain(13 * 60 + 33)
})

test('the events of a day are in the order of their times', () => {
  const times = playDay(seededRandom('a day')).map(({ at }) => at)
  expect(times).toEqual(times.toSorted((one, other) => one - other))
})

test('the minutes of all runners have every event of every day', () => {
  const minutes = countMinutes(20, seededRandom('twenty days'))
  expect(sum(minutes.deal)).toBe(20 * DAY.deals)
  expect(sum(minutes.photo)).toBe(20 * DAY.deals * DAY.photosOfDeal)
  expect(sum(minutes.open)).toBe(20 * DAY.opens)
})

const cost = {
  server: 0,
  thread: 0,
  database: 0,
  sender: 0,
  senderThread: 0,
  calls: 0,
  databaseBytes: 0,
  databaseRows: 0,
}
const costs: Costs = {
  open: cost,
  refresh: { ...cost, server: 1 },
  deal: { ...cost, server: 8, database: 4, sender: 4 },
  photo: cost,
}

test('the limit is where server, database and senders keep all processors busy', () => {
  const rates = { open: 5, refresh: 0, deal: 1 / 16, photo: 5 }
  // A runner keeps a thousandth of a processor busy.
  expect(predictLimit(rates, costs, 2)).toEqual({ runners: 2_000, busy: 'all processors' })
  expect(predictLimit(scale(rates, 2), costs, 2).runners).toBeCloseTo(1_000)
})

test.each([
  { part: 'thread', busy: 'the main thread of the server' },
  { part: 'senderThread', busy: 'the thread of the simulated phones' },
])(
  'the limit is where $busy is busy all the time, also when processors are idle',
  ({ part, busy }) => {
    const rates = { open: 0, refresh: 0, deal: 1, photo: 0 }
    const slow = { ...costs, deal: { ...cost, server: 4, [part]: 5 } }
    expect(predictLimit(rates, slow, 64)).toEqual({ runners: 200, busy })
  },
)

test('the busiest minutes are those with the most work, not those with the most events', () => {
  const minutes = countMinutes(0, () => 0)
  minutes.refresh.fill(5, 600, 605)
  minutes.deal[700] = 10
  expect(findPeak(minutes, 5, costs)).toBe(696)
  expect(ratesIn(minutes, 696, 701).deal).toBeCloseTo(10 / 300)
})

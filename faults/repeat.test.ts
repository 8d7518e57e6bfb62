import { expect, test } from 'vitest'
import { createRandoms } from './random.ts'
import { watchRealWork } from './real-work.ts'
import { runShift, type RunReport } from './run.ts'
import { shiftOf } from './shift.ts'
import { firstSeed, runs, serverForTests } from './test-shifts.ts'

/** 40 in `npm test`, 400 in `npm run test:faults`. */
const SHIFTS = Math.min(400, Math.ceil(runs / 25))
const OTHER_DATES = 5
const seeds = Array.from({ length: SHIFTS }, (_, index) => firstSeed + index)

const server = serverForTests()

const linesOf = ({ trace, rows }: RunReport) => [...trace, ...rows]

/** The first line in which two runs of a seed differ, in a sentence; nothing if they are the same. */
function firstDifference(seed: number, first: readonly string[], again: readonly string[]) {
  const length = Math.max(first.length, again.length)
  const at = Array.from({ length }, (_, index) => index).find(
    (index) => first[index] !== again[index],
  )
  if (at === undefined) return []
  return [
    `seed ${seed} differs in line ${at + 1} of ${length}, after "${first[at - 1] ?? ''}":\n  first ${first[at]}\n  again ${again[at]}`,
  ]
}

test(`${SHIFTS} shifts from seed ${firstSeed} have the same trace, and the same rows in the end, when they are repeated`, async () => {
  const first = new Map<number, readonly string[]>()
  for (const seed of seeds) first.set(seed, linesOf(await runShift(shiftOf(seed), server())))
  const differences: string[] = []
  // In reverse, so that each shift follows another one than before.
  for (const seed of seeds.toReversed()) {
    const again = linesOf(await runShift(shiftOf(seed), server()))
    differences.push(...firstDifference(seed, first.get(seed) ?? [], again))
  }
  expect(differences, `${differences.length} of ${SHIFTS}:\n${differences.join('\n')}`).toEqual([])
})

test('a shift is the same on another date of the machine', async () => {
  const YEARS_LATER = Date.parse('2029-02-03T03:30:00Z')
  // An invoice id contains the time.
  const dateless = ({ trace }: RunReport) =>
    trace.map((line) => line.replaceAll(/(CASH|INV)-\d+/g, '$1'))
  for (const seed of seeds.slice(0, OTHER_DATES)) {
    const now = dateless(await runShift(shiftOf(seed), server()))
    const later = dateless(await runShift(shiftOf(seed), server(), YEARS_LATER))
    expect(firstDifference(seed, now, later).join()).toBe('')
  }
})

test('no page waits for work that ends when the machine pleases', async () => {
  const work = watchRealWork()
  for (const seed of seeds.slice(0, OTHER_DATES)) await runShift(shiftOf(seed), server())
  work.end()
  expect([...work.found]).toEqual([])
})

test('a draw of one actor changes nothing for another', () => {
  const [alone, beside] = [createRandoms(7), createRandoms(7)]
  for (let draw = 0; draw < 5; draw += 1) {
    beside('network')()
    expect(beside('disk')()).toBe(alone('disk')())
  }
  const firstDraws = ['disk', 'network', 'tab 1', 'tab 2'].map((actor) => createRandoms(7)(actor)())
  expect(new Set(firstDraws).size).toBe(4)
})

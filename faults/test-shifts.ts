/** The shifts are shared out to two files of tests, so that either core of a small machine has work. */
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openOffice, type Office } from './office.ts'
import { simulate } from './simulate.ts'

/** As many as `npm test` has time for; `npm run test:faults` says more. */
const runs = Number(process.env.RUNS ?? 1_000)
const firstSeed = Number(process.env.SEED ?? 1)

if (!(runs >= 1) || !Number.isInteger(firstSeed))
  throw new Error(`RUNS and SEED are numbers, not ${process.env.RUNS} and ${process.env.SEED}`)

const SHARES = 2

/** Opens an office for the tests of a file. @returns what it is once they run */
export function officeForTests(): () => Office {
  let office: Office
  beforeAll(async () => {
    office = await openOffice()
  })
  afterAll(() => office.close())
  // A refused write, a dead page: what the app says about them is expected here.
  beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}))
  return () => office
}

/** @param share which of the seeds: the first of two has the first, the third and so on */
export function testShifts(share: number): void {
  const seeds = Array.from({ length: runs }, (_, index) => firstSeed + index).filter(
    (_, index) => index % SHARES === share,
  )
  const office = officeForTests()

  describe('a shift in which anything can fail at any await', () => {
    test(`${seeds.length} of ${runs} from seed ${firstSeed}: nothing is lost, doubled, stuck or out of order, and the books agree`, async () => {
      const { failure, missing, summary } = await simulate(office(), seeds)
      if (seeds.length > 0) console.log(summary)
      expect(failure, failure).toBeUndefined()
      expect(missing, 'faults that were never injected').toEqual([])
    })
  })
}

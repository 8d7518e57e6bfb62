/** Two test files have half of the shifts each, so that both cores of a small machine work. */
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { Server } from './server.ts'
import { simulate } from './simulate.ts'

/** As many as `npm test` has time for; `npm run test:faults` runs more. */
export const runs = Number(process.env.RUNS ?? 300)
export const firstSeed = Number(process.env.SEED ?? 1)

if (!(runs >= 1) || !Number.isInteger(firstSeed))
  throw new Error(`RUNS and SEED are numbers, not ${process.env.RUNS} and ${process.env.SEED}`)

const SHARES = 2

/** Opens a server for the tests of a file. @returns it, once the tests run */
export function serverForTests(): () => Server {
  let server: Server
  beforeAll(async () => {
    server = await Server.open()
  })
  afterAll(() => server.close())
  // The app reports refused writes and dead pages; here both are expected.
  beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}))
  return () => server
}

/** @param share 0 for the first, third … seed, 1 for the others */
export function testShifts(share: number): void {
  const seeds = Array.from({ length: runs }, (_, index) => firstSeed + index).filter(
    (_, index) => index % SHARES === share,
  )
  const server = serverForTests()

  describe('a shift in which everything can fail at every await', () => {
    test(`${seeds.length} of ${runs} from seed ${firstSeed}: nothing is lost, doubled, stuck or out of order, and both sides have the same amounts`, async () => {
      const { failure, missing, summary } = await simulate(server(), seeds)
      if (seeds.length > 0) console.log(summary)
      expect(failure, failure).toBeUndefined()
      expect(missing, 'faults that were never injected').toEqual([])
    })
  })
}

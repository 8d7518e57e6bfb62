/** Many runs, one seed after another, up to the first with a violation; its shift is then made as small as possible. */
import fc from 'fast-check'
import { faultNames, type FaultName } from './faults.ts'
import type { Server } from './server.ts'
import { runShift } from './run.ts'
import { anyShift, shiftOf, type Shift } from './shift.ts'

interface Simulated {
  /** Everything needed to repeat the run that failed. */
  readonly failure: string | undefined
  /** Faults that no run had, although there were enough runs for each. */
  readonly missing: readonly FaultName[]
  readonly summary: string
}

/** The rarest fault occurs about once in 70 shifts, so with so many runs each has occurred. */
const ENOUGH_RUNS = 150
const SHRINKING_MS = 60_000

export async function simulate(server: Server, seeds: readonly number[]): Promise<Simulated> {
  const counts = new Map(faultNames.map((name) => [name, 0]))
  const startedAt = performance.now()
  let done = 0
  let failure: string | undefined
  for (const seed of seeds) {
    const { violations, faults } = await runShift(shiftOf(seed), server)
    for (const [name, count] of faults) counts.set(name, (counts.get(name) ?? 0) + count)
    done += 1
    if (violations.length > 0) {
      failure = await describeFailure(seed, server)
      break
    }
  }
  const seconds = (performance.now() - startedAt) / 1_000
  const table = [...counts].map(([name, count]) => `${String(count).padStart(8)}  ${name}`)
  return {
    failure,
    missing: done < ENOUGH_RUNS ? [] : faultNames.filter((name) => counts.get(name) === 0),
    summary: [
      `${done} shifts, seeds ${seeds[0]} to ${seeds[done - 1]}, in ${seconds.toFixed(0)} s: ${(done / seconds).toFixed(1)} a second. Faults injected:`,
      ...table,
    ].join('\n'),
  }
}

async function describeFailure(seed: number, server: Server): Promise<string> {
  const shift = process.env.SHRINK === 'no' ? shiftOf(seed) : await smallest(seed, server)
  const { violations, trace, hash } = await runShift(shift, server)
  return [
    `seed ${seed} violates an invariant; repeat it with: SEED=${seed} RUNS=1 npm run test:faults`,
    ...violations.map((sentence) => `  - ${sentence}`),
    'The smallest shift that does:',
    JSON.stringify(shift),
    `Its trace (${hash}), in ms of virtual time:`,
    ...trace,
  ].join('\n')
}

/** The same shift without everything that the failure does not need. */
async function smallest(seed: number, server: Server): Promise<Shift> {
  let last: Promise<unknown> = Promise.resolve()
  const holds = async (shift: Shift) => {
    const run = runShift(shift, server)
    last = run
    return (await run).violations.length === 0
  }
  const plugins = [fc.interruptAfterTimeLimit(SHRINKING_MS)]
  const details = await fc.check(fc.asyncProperty(anyShift, holds), { seed, numRuns: 1, plugins })
  // After its time limit the search leaves a run unfinished. The next run would share phone and server with it.
  await last
  const [shift] = (details.counterexample ?? []) as readonly Shift[]
  return shift ?? shiftOf(seed)
}

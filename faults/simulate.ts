/** Many runs, one seed after the other, up to the first that breaks a promise; that one is made as small as it can be. */
import fc from 'fast-check'
import { faultNames, type FaultName } from './faults.ts'
import type { Office } from './office.ts'
import { runShift } from './run.ts'
import { anyShift, shiftOf, type Shift } from './shift.ts'

interface Simulated {
  /** Everything needed to repeat the run that failed. */
  readonly failure: string | undefined
  /** Faults that no run met, once there were runs enough for each. */
  readonly missing: readonly FaultName[]
  readonly summary: string
}

/** With so many runs every fault has come about many times. */
const ENOUGH_RUNS = 150
const SHRINKING_MS = 60_000

export async function simulate(office: Office, seeds: readonly number[]): Promise<Simulated> {
  const counts = new Map(faultNames.map((name) => [name, 0]))
  const startedAt = performance.now()
  let done = 0
  let failure: string | undefined
  for (const seed of seeds) {
    const { broken, faults } = await runShift(shiftOf(seed), office)
    for (const [name, count] of faults) counts.set(name, (counts.get(name) ?? 0) + count)
    done += 1
    if (broken.length > 0) {
      failure = await describeFailure(seed, office)
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

async function describeFailure(seed: number, office: Office): Promise<string> {
  const shift = process.env.SHRINK === 'no' ? shiftOf(seed) : await smallest(seed, office)
  const { broken, trace, hash } = await runShift(shift, office)
  return [
    `seed ${seed} breaks a promise; repeat it with: SEED=${seed} RUNS=1 npm run test:faults`,
    ...broken.map((sentence) => `  - ${sentence}`),
    'The smallest shift that does:',
    JSON.stringify(shift),
    `Its trace (${hash}), in ms of virtual time:`,
    ...trace,
  ].join('\n')
}

/** The same shift with all left out that the failure does not need. */
async function smallest(seed: number, office: Office): Promise<Shift> {
  let last: Promise<unknown> = Promise.resolve()
  const holds = async (shift: Shift) => {
    const run = runShift(shift, office)
    last = run
    return (await run).broken.length === 0
  }
  const plugins = [fc.interruptAfterTimeLimit(SHRINKING_MS)]
  const details = await fc.check(fc.asyncProperty(anyShift, holds), { seed, numRuns: 1, plugins })
  // Out of time, the search lets go of a run that is under way; the next one would share its phone and office.
  await last
  const [shift] = (details.counterexample ?? []) as readonly Shift[]
  return shift ?? shiftOf(seed)
}

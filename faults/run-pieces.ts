/**
 * A program: runs the shifts of some seeds, also after one that violates an invariant, and prints the result as JSON.
 * Arguments: the first seed, the number of shifts.
 */
import './setup.ts'
import { faultNames } from './faults.ts'
import { runShift } from './run.ts'
import { Server } from './server.ts'
import { shiftOf } from './shift.ts'

/** A shift with its violations, in sentences. */
type Failed = readonly [seed: number, violations: readonly string[]]

const [first = 1, count = 1] = process.argv.slice(2).map(Number)
const counts = new Map<string, number>(faultNames.map((name) => [name, 0]))
const failed: Failed[] = []

// The app reports refused writes and dead pages; here both are expected.
console.warn = () => {}

const server = await Server.open()
for (let seed = first; seed < first + count; seed += 1) {
  const { violations, faults } = await runShift(shiftOf(seed), server)
  for (const [name, times] of faults) counts.set(name, (counts.get(name) ?? 0) + times)
  if (violations.length > 0) failed.push([seed, violations])
}
await server.close()
console.log(JSON.stringify({ failed, faults: Object.fromEntries(counts) }))
// The libraries leave timers behind that would keep the process.
process.exit(0)

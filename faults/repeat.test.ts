import { expect, test } from 'vitest'
import { runShift } from './run.ts'
import { shiftOf } from './shift.ts'
import { serverForTests } from './test-shifts.ts'

const SHIFTS = 40
/** A short shift takes a tenth of a second. */
const MOST_MOMENTS = 3

const server = serverForTests()

/** The first seeds whose shifts are short. */
function shortShifts() {
  const shifts = []
  for (let seed = 1; shifts.length < SHIFTS; seed += 1) {
    const shift = shiftOf(seed)
    if (shift.moments.length <= MOST_MOMENTS) shifts.push(shift)
  }
  return [...shifts, shiftOf(3), shiftOf(14), shiftOf(159)]
}

test('a shift has the same trace when it is repeated', async () => {
  for (const shift of shortShifts()) {
    const first = await runShift(shift, server())
    const again = await runShift(shift, server())
    expect(again.trace).toEqual(first.trace)
    expect(again.hash).toBe(first.hash)
  }
})

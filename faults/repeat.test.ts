import { expect, test } from 'vitest'
import { runShift } from './run.ts'
import { shiftOf } from './shift.ts'
import { officeForTests } from './test-shifts.ts'

const office = officeForTests()

test('a shift goes the same way when it is repeated', async () => {
  for (const seed of [3, 14, 159]) {
    const first = await runShift(shiftOf(seed), office())
    const again = await runShift(shiftOf(seed), office())
    expect(again.trace).toEqual(first.trace)
    expect(again.hash).toBe(first.hash)
  }
})

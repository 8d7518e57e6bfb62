import { testShifts } from './test-shifts.ts'

testShifts(1)

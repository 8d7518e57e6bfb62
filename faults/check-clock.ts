/** By how much the clock of the phone was wrong, as the office sees it with each deal. */
import type { FinalPhone, FinalState } from './final-state.ts'

/** Half of the time that a call takes at most, and a second for the rounding. */
const CALL_MS = 31_000
/** Half of the time for which a page is frozen at most. */
const FROZEN_MS = 500_000

/**
 * The offset is one that the phone has had, or one between two of them that followed each other: the clock may be set while
 * a call is on its way. A deal that was made before the first answer has none.
 */
export function checkClock(
  { expected, clockErrors, wasFrozen }: FinalPhone,
  { cash, settlements }: FinalState,
): string[] {
  const tolerance = CALL_MS + (wasFrozen ? FROZEN_MS : 0)
  const isRight = (offsetMs: number) =>
    clockErrors.some((error, at) => {
      const both = [error, clockErrors[at + 1] ?? error]
      return (
        -offsetMs >= Math.min(...both) - tolerance && -offsetMs <= Math.max(...both) + tolerance
      )
    })
  return [...cash, ...settlements].flatMap(({ visitId, clockOffsetS: offset }) =>
    offset === null || !expected.visits.has(visitId ?? '') || isRight(offset * 1_000)
      ? []
      : [
          `a clock that was wrong by ${clockErrors.join()} ms has the offset ${offset} s: ${visitId}`,
        ],
  )
}

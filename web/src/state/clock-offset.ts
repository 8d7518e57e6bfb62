/** By how much the phone's clock is off, as measured with the replies of the server (decision 37). */
import { writeText } from '../lib/stored-text.ts'
import { createValueStore } from '../lib/value-store.ts'

/** The offset belongs to the phone and not to a runner, so a sign-out does not remove it. */
const OFFSET_KEY = 'clockOffset'
/** A service worker and the simulation have no local storage. They complete no deal. */
const stored = typeof localStorage === 'undefined' ? undefined : localStorage

/** The server's clock minus the phone's, in seconds; undefined until it was measured once. */
export const clockOffset = createValueStore<number | undefined>(readOffset())

function readOffset(): number | undefined {
  const offset = Number.parseInt(stored?.getItem(OFFSET_KEY) ?? '')
  return isOffset(offset) ? offset : undefined
}

/** False for NaN, and for more than a record of a deal may have: the deal must not be refused for that. */
function isOffset(offset: number): boolean {
  return Math.abs(offset) < 1e12
}

/** `Date` has no parts of a second. */
const CUT_OFF_MS = 500

/**
 * Stores the offset of the phone's clock. The server has written `Date` between request and reply: the middle is at most
 * half of the round trip wrong. A second more or less is the same offset.
 * @param date the header of a reply that no cache has given
 * @param sentAt when the request was sent and its reply arrived, in ms since 1970 by the phone's clock
 */
export function measureClock(date: string | null, sentAt: number, arrivedAt: number): void {
  const servedAt = Date.parse(date ?? '') + CUT_OFF_MS
  const offset = Math.round((servedAt - (sentAt + arrivedAt) / 2) / 1_000)
  if (!isOffset(offset) || Math.abs(offset - (clockOffset.get() ?? Infinity)) <= 1) return
  clockOffset.set(offset)
  if (stored) writeText(stored, OFFSET_KEY, String(offset))
}

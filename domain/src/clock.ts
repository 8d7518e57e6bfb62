/** The clock of the phone beside the server's. */

/** A clock with a larger offset, in seconds, is wrong: no network is that slow, and few clocks drift that far. */
export const MOST_CLOCK_OFFSET_S = 10 * 60

/** @param offsetS the server's clock minus the phone's, in seconds */
export const isWrongClock = (offsetS: number): boolean => Math.abs(offsetS) > MOST_CLOCK_OFFSET_S

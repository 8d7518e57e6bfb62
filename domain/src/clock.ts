/** The clock of the phone beside the server's. */

/** From this offset on, in seconds, a clock is wrong: no network is as slow, and hardly a clock drifts as far. */
export const MOST_CLOCK_OFFSET_S = 10 * 60

/** @param offsetS the server's clock minus the phone's, in seconds */
export const isWrongClock = (offsetS: number): boolean => Math.abs(offsetS) > MOST_CLOCK_OFFSET_S

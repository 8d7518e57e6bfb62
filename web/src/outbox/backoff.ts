const FIRST_WAIT_MS = 1_000
export const LONGEST_WAIT_MS = 5 * 60_000

/**
 * 1, 2, 4 … s up to 5 min, each shortened by up to half: a whole shift of phones must not come back at once.
 * @param failures how many attempts have failed, at least 1
 * @param random uniform in [0, 1)
 */
export function backoffMs(failures: number, random: number): number {
  const full = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(failures - 1, 20))
  return Math.round(full * (1 - random / 2))
}

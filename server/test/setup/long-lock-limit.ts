/**
 * For `vi.mock` of `server/src/db/answer-limits.ts`: on a slow machine a call may wait for a lock for longer than the usual
 * limit, until the test has prepared the rest.
 * @param load loads the real module
 */
export const withLongLockLimit = async (load: <T>() => Promise<T>): Promise<object> => ({
  ...(await load<object>()),
  LOCK_MS: 60_000,
})

import { wait } from '../lib/wait.ts'

/** A second copy that does not answer must not hold up what the database has. */
const LIMIT_MS = 3_000

type Restored = Readonly<Record<string, Promise<number>>>

export type Recovery = ReturnType<typeof createRecovery>

/**
 * Starts the restore once per start, and again when the browser has closed the database while the page was open.
 * @param start returns how many rows came back, by collection
 * @param awaited the collections whose lists wait for the restore
 */
export function createRecovery(start: () => Restored, awaited: readonly string[]) {
  let isOpenedBefore = false
  let restored: Restored | undefined
  let limited: Promise<unknown> | undefined

  function begin(): Restored {
    restored ??= start()
    const all = restored
    limited ??= Promise.race([
      Promise.all(awaited.flatMap((name) => all[name] ?? [])),
      wait(LIMIT_MS),
    ])
    return restored
  }

  function reset(): void {
    isOpenedBefore = false
    restored = limited = undefined
  }

  function opened(): void {
    const isLost = isOpenedBefore && restored !== undefined
    if (isLost) reset()
    isOpenedBefore = true
    if (isLost) begin()
  }

  async function whenRestored(names: readonly string[]): Promise<number> {
    const all = begin()
    const counts = await Promise.all(names.map((name) => all[name] ?? Promise.resolve(0)))
    return counts.reduce((sum, count) => sum + count, 0)
  }

  return {
    begin,
    reset,
    /** To be called with each new connection. */
    opened,
    /** Resolves when the awaited collections are restored, if a restore has begun; at the latest after three seconds. */
    underway: async (): Promise<void> => void (await limited),
    /** However long it takes. @returns how many rows of these collections came back */
    whenRestored,
  }
}

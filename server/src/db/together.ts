/** A question that waits for its turn. */
interface Waiting<TKey, TAnswer> {
  readonly key: TKey
  readonly resolve: (answer: TAnswer) => void
  readonly reject: (error: unknown) => void
}

/** While it runs, the next questions come together: many short statements would cost both sides several times as much. */
const AT_ONCE = 1
/** So that a statement stays short. */
const MOST_KEYS = 200

/**
 * Asks the database for many keys in one statement: those that come in the same turn of the event loop, or while earlier
 * statements run. Each question begins after it was asked, so its answer is never older than that. When a statement
 * fails, all of its questions do.
 * @param ask returns the answers in the order of the keys, of which some can be equal
 */
export function askTogether<TKey, TAnswer>(
  ask: (keys: readonly TKey[]) => Promise<readonly TAnswer[]>,
): (key: TKey) => Promise<TAnswer> {
  const waiting: Waiting<TKey, TAnswer>[] = []
  let running = 0
  let isPlanned = false

  async function run(batch: readonly Waiting<TKey, TAnswer>[]): Promise<void> {
    running += 1
    try {
      const answers = await ask(batch.map(({ key }) => key))
      for (const [at, { resolve }] of batch.entries()) resolve(answers[at] as TAnswer)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    } finally {
      running -= 1
      if (waiting.length > 0) plan()
    }
  }

  /** All sockets that have a request now are read before the statement starts. */
  function plan(): void {
    if (isPlanned || running === AT_ONCE) return
    isPlanned = true
    setImmediate(start)
  }

  function start(): void {
    isPlanned = false
    while (running < AT_ONCE && waiting.length > 0) void run(waiting.splice(0, MOST_KEYS))
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject })
      plan()
    })
}

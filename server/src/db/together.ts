/** A question that waits for its turn. */
interface Waiting<TKey, TAnswer> {
  readonly key: TKey
  readonly resolve: (answer: TAnswer) => void
  readonly reject: (error: unknown) => void
}

/** While it runs, the next questions come together: many short statements would cost both sides several times as much. */
const AT_ONCE = 1
/** Then the next questions do not wait for it any longer: its connection may be silent until its time limit. */
const SLOW_MS = 500
/** Most of the connections are for everything else. */
const MOST_SLOW = 3
/** So that a statement stays short. */
const MOST_KEYS = 200

/**
 * Asks the database for many keys in one statement: those that come in the same turn of the event loop, or while earlier
 * statements run. Each question begins after it was asked, so its answer is never older than that. When a statement
 * fails, all of its questions do. A slow statement holds up no other questions.
 * @param ask returns the answers in the order of the keys, of which some can be equal
 */
export function askTogether<TKey, TAnswer>(
  ask: (keys: readonly TKey[]) => Promise<readonly TAnswer[]>,
): (key: TKey) => Promise<TAnswer> {
  const waiting: Waiting<TKey, TAnswer>[] = []
  let isPlanned = false
  const statements = countHolding(() => {
    if (waiting.length > 0) plan()
  })

  async function run(batch: readonly Waiting<TKey, TAnswer>[]): Promise<void> {
    const end = statements.begin()
    try {
      const answers = await ask(batch.map(({ key }) => key))
      for (const [at, { resolve }] of batch.entries()) resolve(answers[at] as TAnswer)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    } finally {
      end()
    }
  }

  /** All sockets that have a request now are read before the statement starts. */
  function plan(): void {
    if (isPlanned || !statements.isFree()) return
    isPlanned = true
    setImmediate(start)
  }

  function start(): void {
    isPlanned = false
    while (statements.isFree() && waiting.length > 0) void run(waiting.splice(0, MOST_KEYS))
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject })
      plan()
    })
}

/** Counts the statements that hold up the next questions. @param onFree called when one of them does not any longer */
function countHolding(onFree: () => void) {
  let holding = 0
  let slow = 0
  return {
    isFree: () => holding < AT_ONCE,
    /** @returns to be called at the end of the statement */
    begin(): () => void {
      let isSlow = false
      const free = () => {
        holding -= 1
        onFree()
      }
      const timer = setTimeout(() => {
        if (slow === MOST_SLOW) return
        isSlow = true
        slow += 1
        free()
      }, SLOW_MS)
      holding += 1
      return () => {
        clearTimeout(timer)
        if (isSlow) slow -= 1
        else free()
      }
    },
  }
}

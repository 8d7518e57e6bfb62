/** The calls under one key in its window, and the ms until the window ends. */
export interface Counted {
  readonly current: number
  readonly ttl: number
}

interface Waiting {
  readonly resolve: (counted: Counted) => void
  readonly reject: (error: unknown) => void
}

/**
 * Counts the calls that arrive while an earlier count of their key still runs in one further count. So a thousand calls
 * of one address at the same moment take one connection of the database, and not all of them.
 * @param add adds this many calls under the key
 */
export function countTogether(
  add: (key: string, calls: number) => Promise<Counted>,
): (key: string) => Promise<Counted> {
  const queues = new Map<string, Waiting[]>()

  async function work(key: string, queue: Waiting[]) {
    while (queue.length > 0) {
      const batch = queue.splice(0)
      try {
        const { current, ttl } = await add(key, batch.length)
        for (const [index, { resolve }] of batch.entries())
          resolve({ current: current - batch.length + 1 + index, ttl })
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    queues.delete(key)
  }

  return (key) =>
    new Promise((resolve, reject) => {
      const waiting = { resolve, reject }
      const queue = queues.get(key)
      if (queue) return void queue.push(waiting)
      const started = [waiting]
      queues.set(key, started)
      void work(key, started)
    })
}

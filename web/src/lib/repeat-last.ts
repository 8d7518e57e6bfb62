/**
 * Runs work once at a time. Requests during a run are one more run after it, however many they are.
 * @returns requests a run; resolves when no run is left
 */
export function repeatLast(work: () => Promise<void>): () => Promise<void> {
  let isRequested = false
  let running: Promise<void> | undefined

  async function runAll() {
    try {
      while (isRequested) {
        isRequested = false
        await work()
      }
    } finally {
      running = undefined
    }
  }

  return () => {
    isRequested = true
    running ??= runAll()
    return running
  }
}

/**
 * Waits until all work that runs in real time (both databases, files) has ended. Virtual time moves on only then, so
 * that the seed decides what happens next and not the speed of the machine.
 */
let running = 0

/** Counts work as running until it has ended. */
export async function whileBusy<TResult>(work: Promise<TResult>): Promise<TResult> {
  running += 1
  try {
    return await work
  } finally {
    running -= 1
  }
}

/** Resolves when nothing is running and every promise that can continue has continued. */
export async function untilIdle(): Promise<void> {
  do await new Promise<void>((resolve) => void setImmediate(resolve))
  while (running > 0)
}

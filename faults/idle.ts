/**
 * Waits until all work that runs in real time (both databases, files) has ended. Virtual time moves on only then, so
 * that the seed decides what happens next and not the speed of the machine.
 */
const turn = globalThis.setImmediate
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

/** Resolves when nothing is running and every promise that could go on has gone on. */
export async function untilIdle(): Promise<void> {
  do await new Promise<void>((resolve) => void turn(resolve))
  while (running > 0)
}

/** Counts what is put off to the next turn of the event loop: the phone's database works in such turns. */
export function countTurns(): void {
  const callOff = globalThis.clearImmediate
  const waiting = new Set<unknown>()
  const end = (immediate: unknown) => {
    if (waiting.delete(immediate)) running -= 1
  }
  const counted = (work: (...parts: unknown[]) => void, ...parts: unknown[]) => {
    running += 1
    const immediate = turn(() => {
      end(immediate)
      work(...parts)
    })
    waiting.add(immediate)
    return immediate
  }
  globalThis.setImmediate = Object.assign(counted, turn) as typeof setImmediate
  globalThis.clearImmediate = (immediate) => {
    end(immediate)
    callOff(immediate)
  }
}

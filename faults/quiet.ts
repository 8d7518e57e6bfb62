/**
 * Knows when everything that runs for real (the two databases, hashes, pictures) has come to rest, so that virtual time
 * moves on only then: what happens next is decided by the seed and never by how fast the machine is.
 */
const turn = globalThis.setImmediate
let busy = 0

/** Counts what is put off to the next turn of the event loop: the phone's database works in such turns. */
export function countTurns(): void {
  const callOff = globalThis.clearImmediate
  const waiting = new Set<unknown>()
  const end = (immediate: unknown) => {
    if (waiting.delete(immediate)) busy -= 1
  }
  const counted = (work: (...parts: unknown[]) => void, ...parts: unknown[]) => {
    busy += 1
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

export async function whileBusy<TResult>(work: Promise<TResult>): Promise<TResult> {
  busy += 1
  try {
    return await work
  } finally {
    busy -= 1
  }
}

export async function settled(): Promise<void> {
  do await new Promise<void>((resolve) => void turn(resolve))
  while (busy > 0)
}

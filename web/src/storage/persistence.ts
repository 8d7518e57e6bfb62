/** Whether the browser promises not to clear the work on this phone when its disk runs short. */
import { reportProblem } from '../lib/report.ts'
import { createValueStore, type Readable } from '../lib/value-store.ts'

/** The last answer of the browser; undefined until it has answered. */
export const isPersistent = createValueStore<boolean | undefined>(undefined)

interface PersistenceDeps {
  /** Missing on plain http, where nothing is promised. */
  readonly browserStorage: () => Partial<StorageManager> | undefined
  /** The work is in a bucket, which answers for itself (bucket.ts): then the default storage has only the app. */
  readonly isInBucket: boolean
}

export const { askToPersist, readPersistence } = createPersistence({
  browserStorage: () => navigator.storage as StorageManager | undefined,
  // Node, where the simulation runs, may have no navigator.
  isInBucket: 'storageBuckets' in ((globalThis.navigator as Navigator | undefined) ?? {}),
})

export function createPersistence({ browserStorage, isInBucket }: PersistenceDeps) {
  let isAsked = false

  async function show(answer: Promise<boolean> | undefined): Promise<void> {
    const isPromised = await answer?.catch((error: unknown) =>
      reportProblem('Storage is not persistent', error),
    )
    if (!isInBucket) isPersistent.set(isPromised ?? false)
  }

  return {
    /**
     * Once per start, at its first stored visit or with the first unsent work: the runner works with the app by then,
     * and most browsers agree without a question. After a refusal the next start asks again.
     */
    askToPersist: () => {
      if (isAsked) return
      isAsked = true
      void show(browserStorage()?.persist?.())
    },
    /** Finds the answer without a question to the runner. */
    readPersistence: () => {
      if (isPersistent.get() === undefined) void show(browserStorage()?.persisted?.())
    },
  }
}

/** Asks as soon as there is unsent work, also at a later start. @returns stops it */
export function askWithWork(
  work: Readable<readonly unknown[]>,
  ask: () => void = askToPersist,
): () => void {
  const askIfAny = () => {
    if (work.get().length > 0) ask()
  }
  askIfAny()
  return work.subscribe(askIfAny)
}

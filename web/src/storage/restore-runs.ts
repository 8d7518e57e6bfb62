/** When restores start, who waits for them, and who is notified of their end. */
import { invariant } from '../lib/invariant.ts'
import { reportProblem } from '../lib/report.ts'
import { createEvent, type Event } from '../lib/value-store.ts'
import { wait } from '../lib/wait.ts'
import type { Registry, RowName } from './collection.ts'

/** A second copy that does not answer must not hold up what the database has. */
const LIMIT_MS = 3_000

export interface LeftCopy extends RowName {
  /** Of the row; '' before a sign-in. Undefined if the copy does not name one. */
  readonly owner: unknown
}

/** How a restore ended. */
export interface Restored {
  /** Rows that came back. Another tab or the service worker may have restored others. */
  readonly count: number
  /** Copies that a full phone did not restore: the database lacks their rows or has them in an older state. */
  readonly left: readonly LeftCopy[]
  /** The restore took longer than lists wait for it: they may have been read before its end. */
  readonly isLate: boolean
}

/** Whether the row is only in its copy, or further there. */
export const isLeft = ({ left }: Restored, collection: string, key: string): boolean =>
  left.some((copy) => copy.collection === collection && copy.key === key)

export type RestoredListener = (restored: Restored) => unknown

/** Collections that are restored together, in this order. */
type Group = readonly string[]
/** Stops when the signal aborts. Rejects when it cannot find out whether there are copies: the next use tries again. */
type Restore = (group: Group, signal: AbortSignal) => Promise<Omit<Restored, 'isLate'>>

export type RestoreRuns = ReturnType<typeof createRestoreRuns>

/** Restores a collection at its first use, and again after the browser has closed the database while the page was open. */
export function createRestoreRuns(collections: Registry, restore: Restore) {
  const { groups, awaited, groupOf } = groupCollections(collections)
  const events = new Map(groups.map((group) => [group, createEvent<Restored, Promise<void>>()]))
  const newRuns = () => createRuns(groups, restore, events)
  let runs = newRuns()
  const findRun = (group: Group) => () => runs.find(group)

  /** @returns the collections whose restores had begun */
  function reset(): readonly string[] {
    const begun = runs.stop()
    runs = newRuns()
    return begun
  }

  return {
    /** Starts the restores of these collections, unless they have started since the database was opened. */
    begin: (names: readonly string[]) => runs.begin(names),
    beginAwaited: () => runs.begin(awaited),
    /** To be called before the database is closed. The next use restores again, as at a start. */
    reset,
    /** To be called with each new connection. @param isAgain begins all restores again that have begun */
    opened(isAgain: boolean): void {
      const begun = isAgain ? reset() : []
      runs.begin(begun)
    },
    /** Waits for the awaited collections, if their restore has begun, three seconds at most. */
    whenListsComplete: async (): Promise<void> =>
      void (await waitForLast(findRun(awaited), (run) => run.endedOrLate)),
    /**
     * Waits for the restore, however long it takes, and for its listeners. Rejects when the restore fails. If the last
     * restore found the phone full, it starts another one.
     */
    whenRestored: async (name: string): Promise<Restored> => {
      const group = groupOf(name)
      runs.begin(group)
      if (runs.find(group)?.result?.left.length) runs.beginAgain(group)
      const restored = await waitForLast(findRun(group), (run) => run.ended)
      invariant(restored, 'the restore has begun')
      return restored
    },
    /** @returns stops listening */
    onRestored: (name: string, listener: RestoredListener): (() => void) => {
      const event = events.get(groupOf(name))
      invariant(event, 'each group has an event')
      return event.subscribe((restored) => notify(listener, restored))
    },
  }
}

interface Run {
  /** Undefined until it has ended. */
  readonly result: Restored | undefined
  /** Resolves after the listeners have ended. Rejects when the restore has failed. */
  readonly ended: Promise<Restored>
  /** Never rejects: lists show what the database has. */
  readonly endedOrLate: Promise<unknown>
}

/** Never rejects: who waits for the restore has its rows. */
async function notify(listener: RestoredListener, restored: Restored): Promise<void> {
  try {
    await listener(restored)
  } catch (error) {
    reportProblem('A listener of a restore failed', error)
  }
}

/**
 * Waits for a restore. If the browser has closed the database meanwhile, another one has replaced it: waits for that, too.
 * @returns undefined if none has begun
 */
async function waitForLast<T>(
  find: () => Run | undefined,
  read: (run: Run) => Promise<T>,
): Promise<T | undefined> {
  const run = find()
  if (!run) return undefined
  const isLast = () => (find() ?? run) === run
  const result = await read(run).catch((error: unknown) => {
    if (isLast()) throw error
    return undefined
  })
  return isLast() ? result : waitForLast(find, read)
}

type RestoredEvents = ReadonlyMap<Group, Event<Restored, Promise<void>>>

/** The restores of one connection. */
function createRuns(groups: readonly Group[], restore: Restore, events: RestoredEvents) {
  const runs = new Map<Group, Run>()
  const failed = new WeakSet<Run>()
  const stopped = new AbortController()

  function start(group: Group): Run {
    const run = startRun(restore(group, stopped.signal), events.get(group))
    // Nobody may wait for this run: its failure must not be an unhandled rejection.
    run.ended.catch((error: unknown) => {
      reportProblem(`Not restored: ${group.join()}`, error)
      failed.add(run)
    })
    return run
  }

  return {
    find: (group: Group) => runs.get(group),
    begin(names: readonly string[]): void {
      for (const group of groups) {
        const run = runs.get(group)
        if (run && !failed.has(run)) continue
        if (group.some((name) => names.includes(name))) runs.set(group, start(group))
      }
    },
    beginAgain: (group: Group): void => void runs.set(group, start(group)),
    /** @returns the collections whose restores had begun */
    stop(): readonly string[] {
      stopped.abort()
      return [...runs.keys()].flat()
    },
  }
}

function startRun(
  restoring: ReturnType<Restore>,
  event: Event<Restored, Promise<void>> | undefined,
): Run {
  let isLate = false
  const late = wait(LIMIT_MS).then(() => (isLate = true))
  let result: Restored | undefined
  const ended = restoring.then(async (found) => {
    const restored = { ...found, isLate }
    result = restored
    await Promise.all(event?.publish(restored) ?? [])
    return restored
  })
  return {
    ended,
    endedOrLate: Promise.race([restoring.catch(() => undefined), late]),
    get result() {
      return result
    },
  }
}

/** The awaited collections are one group. It is the last one, because photos are large. */
function groupCollections(collections: Registry) {
  const copied = Object.entries(collections).filter(([, { secondCopy }]) => secondCopy)
  const isAwaited = ([, { secondCopy }]: (typeof copied)[number]) => secondCopy?.isAwaited === true
  const awaited: Group = copied.filter(isAwaited).map(([name]) => name)
  const others = copied.filter((entry) => !isAwaited(entry)).map(([name]) => [name])
  const groups: readonly Group[] = [...others, awaited]
  return {
    groups,
    awaited,
    groupOf: (name: string): Group => {
      const group = groups.find((names) => names.includes(name))
      invariant(group, `${name} has a second copy`)
      return group
    },
  }
}

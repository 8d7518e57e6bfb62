/** The entries on the screen: the list is read once, and then follows each change. */
import { reportProblem } from '../lib/report.ts'
import type { Clock, OutboxDeps } from './deps.ts'
import { toHead, type EntryHead, type OutboxEntry } from './entry.ts'

type ShownDeps = Pick<OutboxDeps, 'session' | 'storage' | 'clock' | 'onEntries'>

/** A list of this length is drawn at each change; a longer one after many changes together. */
const SHORT_LIST = 200
/** For each entry of a longer list, in ms, so that drawing never takes most of the time. */
const PAUSE_PER_ENTRY_MS = 0.1

export type ShownEntries = ReturnType<typeof createShownEntries>

export function createShownEntries({ session, storage, clock, onEntries }: ShownDeps) {
  /** In the order of sending. */
  let heads = new Map<string, EntryHead>()
  let owner: string | undefined
  let isListWanted = false
  /** Entries that have changed, and must be read again. */
  const changed = new Set<string>()
  let updating: Promise<void> | undefined
  const { publish, publishSoon } = createPublisher(clock, () => onEntries([...heads.values()]))

  async function list() {
    isListWanted = false
    // What changes from now on may be missing in the list.
    changed.clear()
    await session.refresh()
    owner = session.owner()
    const listed = owner === undefined ? [] : await storage.listHeads(owner)
    heads = new Map(listed.map((head) => [head.id, head]))
  }

  async function readChanged() {
    const ids = [...changed]
    changed.clear()
    const stored = await storage.readHeads(ids)
    const storedIds = new Set(stored.map(({ id }) => id))
    for (const id of ids) if (!storedIds.has(id)) heads.delete(id)
    for (const head of stored) set(head)
  }

  function set(head: EntryHead) {
    if (head.owner === owner && owner === session.owner()) heads.set(head.id, head)
  }

  async function update() {
    try {
      while (isListWanted || changed.size > 0) await (isListWanted ? list() : readChanged())
    } finally {
      updating = undefined
    }
  }

  function start(): Promise<void> {
    updating ??= update()
    return updating
  }

  /** Notes changes that a list that is being read may lack. */
  function note(ids: readonly string[]) {
    if (updating) for (const id of ids) changed.add(id)
  }

  async function readAgain(id: string): Promise<void> {
    changed.add(id)
    await start()
    publishSoon(heads.size)
  }

  return {
    /** Reads all entries of the signed-in runner, and shows them. */
    async readList(): Promise<readonly EntryHead[]> {
      isListWanted = true
      await start()
      publish()
      return [...heads.values()]
    },
    /** Another tab has changed the entry. */
    readAgain,
    /** The runner has made the entry, or sends it again. Shows it at once, and then as it is stored. */
    add(entry: OutboxEntry) {
      if (!heads.has(entry.id)) set(toHead(entry))
      publish()
      readAgain(entry.id).catch((error: unknown) => reportProblem('Entry not shown', error))
    },
    /** Entries as they were stored. */
    change(entries: readonly OutboxEntry[]) {
      note(entries.map(({ id }) => id))
      for (const entry of entries) if (heads.has(entry.id)) set(toHead(entry))
      publishSoon(heads.size)
    },
    remove(ids: readonly string[]) {
      note(ids)
      for (const id of ids) heads.delete(id)
      publishSoon(heads.size)
    },
  }
}

function createPublisher(clock: Clock, show: () => void) {
  let cancel: (() => void) | undefined
  let shownAt = -Infinity

  function publish() {
    cancel?.()
    cancel = undefined
    shownAt = clock.now()
    show()
  }

  return {
    publish,
    publishSoon(length: number) {
      if (cancel) return
      const pause = length < SHORT_LIST ? 0 : length * PAUSE_PER_ENTRY_MS
      // A clock that was set back must not stop the screen.
      const wait = Math.min(pause, shownAt + pause - clock.now())
      if (wait <= 0) publish()
      else cancel = clock.after(wait, publish)
    },
  }
}

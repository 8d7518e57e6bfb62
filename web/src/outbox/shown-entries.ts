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

export function createShownEntries(deps: ShownDeps) {
  const list = new EntryList(deps)
  const { publish, publishSoon } = createPublisher(deps.clock, () => deps.onEntries(list.heads))

  /** Reads all entries of the signed-in runner, and shows them. */
  async function readList(): Promise<readonly EntryHead[]> {
    await list.readAll()
    publish()
    return list.heads
  }

  /** Another tab has changed the entry. */
  async function readAgain(id: string): Promise<void> {
    await list.readAgain(id)
    publishSoon(list.length)
  }

  /** The runner has made the entry, or sends it again. Shows it at once, and then as it is stored. */
  function add(entry: OutboxEntry): void {
    list.add(entry)
    publish()
    readAgain(entry.id).catch((error: unknown) => reportProblem('Entry not shown', error))
  }

  /** Entries as they were stored. */
  function change(entries: readonly OutboxEntry[]): void {
    list.change(entries)
    publishSoon(list.length)
  }

  function remove(ids: readonly string[]): void {
    list.remove(ids)
    publishSoon(list.length)
  }

  return { readList, readAgain, add, change, remove }
}

/** The heads of the runner's entries, in the order of sending. */
class EntryList {
  readonly #deps: ShownDeps
  #heads = new Map<string, EntryHead>()
  #owner: string | undefined
  #isListWanted = false
  /** Entries that have changed, and must be read again. */
  readonly #changed = new Set<string>()
  #updating: Promise<void> | undefined

  constructor(deps: ShownDeps) {
    this.#deps = deps
  }

  get heads(): readonly EntryHead[] {
    return [...this.#heads.values()]
  }

  get length() {
    return this.#heads.size
  }

  readAll(): Promise<void> {
    this.#isListWanted = true
    return this.#start()
  }

  readAgain(id: string): Promise<void> {
    this.#changed.add(id)
    return this.#start()
  }

  add(entry: OutboxEntry): void {
    if (!this.#heads.has(entry.id)) this.#set(toHead(entry))
  }

  change(entries: readonly OutboxEntry[]): void {
    this.#note(entries.map(({ id }) => id))
    for (const entry of entries) if (this.#heads.has(entry.id)) this.#set(toHead(entry))
  }

  remove(ids: readonly string[]): void {
    this.#note(ids)
    for (const id of ids) this.#heads.delete(id)
  }

  #set(head: EntryHead): void {
    const isShown = this.#owner === this.#deps.session.owner()
    if (isShown && head.owner === this.#owner) this.#heads.set(head.id, head)
  }

  /** A list that is being read may lack these changes. */
  #note(ids: readonly string[]): void {
    if (this.#updating) for (const id of ids) this.#changed.add(id)
  }

  /** Reads once at a time, until nothing is left to read. */
  #start(): Promise<void> {
    this.#updating ??= this.#update()
    return this.#updating
  }

  async #update(): Promise<void> {
    try {
      while (this.#isListWanted || this.#changed.size > 0)
        await (this.#isListWanted ? this.#list() : this.#readChanged())
    } finally {
      this.#updating = undefined
    }
  }

  async #list(): Promise<void> {
    const { session, storage } = this.#deps
    this.#isListWanted = false
    // What changes from now on may be missing in the list.
    this.#changed.clear()
    await session.refresh()
    this.#owner = session.owner()
    const listed = this.#owner === undefined ? [] : await storage.listHeads(this.#owner)
    this.#heads = new Map(listed.map((head) => [head.id, head]))
  }

  async #readChanged(): Promise<void> {
    const ids = [...this.#changed]
    this.#changed.clear()
    const stored = await this.#deps.storage.readHeads(ids)
    for (const id of ids) if (!stored.some((head) => head.id === id)) this.#heads.delete(id)
    for (const head of stored) this.#set(head)
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

  function publishSoon(length: number) {
    if (cancel) return
    const pause = length < SHORT_LIST ? 0 : length * PAUSE_PER_ENTRY_MS
    // A clock that was set back must not stop the screen.
    const wait = Math.min(pause, shownAt + pause - clock.now())
    if (wait <= 0) publish()
    else cancel = clock.after(wait, publish)
  }

  return { publish, publishSoon }
}

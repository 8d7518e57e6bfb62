/**
 * What is under way on this phone, mirrored to its database: session storage ends with its tab, and the camera's app may
 * make the phone close that at any time. Rows belong to a runner; without a signed-in runner nothing is stored.
 */
import { reportProblem } from '../lib/report.ts'
import type { VisitRow } from '../storage/collections/visits.ts'
import { checkFreeSpace } from '../storage/free-space.ts'
import { askToPersist } from '../storage/persistence.ts'
import { storage } from '../storage/phone-storage.ts'
import { isFull, storageProblem } from '../storage/storage-problem.ts'
import type { Rows } from '../storage/transaction.ts'
import { owner, session } from './session.ts'

export type { VisitRow } from '../storage/collections/visits.ts'

export type NamedRow = readonly [name: string, row: VisitRow]

let latest = 0

/** Uses the clock, so that the later change of two tabs wins. A clock that is set back does not lower the version. */
export function nextVersion(): number {
  latest = Math.max(Date.now(), latest + 1)
  return latest
}

const unwritten = new Map<string, VisitRow>()
let isScheduled = false
let writing = Promise.resolve()

/** Every change is published to the other tabs. */
const channel = new BroadcastChannel('veni-visits')

/** @param name the key of session storage under which the tab has the same */
export function storeVisitRow(name: string, row: VisitRow): void {
  if (owner() === '') return
  unwritten.set(rowKey(owner(), name), row)
  if (document.visibilityState === 'hidden') return flush()
  if (isScheduled) return
  isScheduled = true
  // After the paint, so that a tap is answered first.
  requestAnimationFrame(() => setTimeout(flush))
}

document.addEventListener('visibilitychange', flush)
window.addEventListener('pagehide', flush)
// Rows of another runner are never written. Those of a runner who has entered a new code may wait for free space.
session.subscribe(() => {
  for (const key of unwritten.keys()) if (!isOwn(key)) unwritten.delete(key)
})

function flush(): void {
  isScheduled = false
  // A database that could not be written is tried again, also when the runner has changed nothing since.
  if (unwritten.size === 0 && storageProblem.get() !== 'broken') return
  const rows = [...unwritten]
  unwritten.clear()
  writing = writing.then(() => write(rows))
}

async function write(rows: readonly NamedRow[]): Promise<void> {
  const writer = owner()
  try {
    await (rows.length > 0 ? writeNewer(rows) : tryToWrite())
    await clearProblem()
    channel.postMessage(null)
    askToPersist()
  } catch (error) {
    reportProblem('The visit is stored in this tab only', error)
    storageProblem.set(isFull(error) ? 'full' : 'broken')
    if (writer !== owner()) return
    // Written with the next change, or when the runner comes back after freeing space.
    for (const [key, row] of rows) if (!unwritten.has(key)) unwritten.set(key, row)
  }
}

/** A transaction without a change succeeds on a disk that stores nothing, too. */
const tryToWrite = (): Promise<void> =>
  storage.write([
    { collection: 'reserve', key: 'try', row: new Uint8Array(1) },
    { collection: 'reserve', key: 'try', row: undefined },
  ])

/** A row that fits does not mean that photos do. */
async function clearProblem(): Promise<void> {
  if (storageProblem.get() === 'full') return checkFreeSpace()
  storageProblem.set(undefined)
}

async function writeNewer(changed: readonly NamedRow[]): Promise<void> {
  await storage.change(
    ['visits'],
    ({ visits }) =>
      Promise.all(
        changed.map(async ([key, row]) => {
          const stored = await visits.get(key)
          const isStale = stored !== undefined && stored.version > row.version
          // The runner may have signed out while the database was being opened: then these rows are deleted.
          if (!isStale && isOwn(key)) await visits.put(key, row)
        }),
      ),
    { durability: 'default' },
  )
}

/** The runner's rows with their names, newest first, once all changes of this tab are written. */
export async function readVisitRows(): Promise<NamedRow[]> {
  flush()
  await writing
  const start = rowKey(owner(), '')
  const entries = await storage.visits.getEntries(start)
  const rows = entries.map(([key, row]): NamedRow => [key.slice(start.length), row])
  latest = rows.reduce((most, [, { version }]) => Math.max(most, version), latest)
  deleteOld(entries)
  return rows.toSorted(([, one], [, other]) => other.version - one.version)
}

/** A row without a value stays for as long as a tab may sleep that still has the open visit. */
const OVER_STORED_MS = 24 * 60 * 60 * 1000

/** @param entries with whole keys: another runner may have signed in while they were read */
function deleteOld(entries: readonly NamedRow[]): void {
  const isOld = ({ value, version }: VisitRow) =>
    value === undefined && version < latest - OVER_STORED_MS
  const old = entries.filter(([, row]) => isOld(row)).map(([key]) => key)
  if (old.length === 0) return
  const deleteIfOld = (rows: Rows<VisitRow>) =>
    Promise.all(
      old.map(async (key) => {
        const stored = await rows.get(key)
        // A new visit to the customer may have begun meanwhile.
        if (stored && isOld(stored)) await rows.delete(key)
      }),
    )
  storage
    .change(['visits'], ({ visits }) => deleteIfOld(visits), {
      deletes: old.map((key) => ({ collection: 'visits', key })),
    })
    .catch((error: unknown) => reportProblem('Visits not deleted', error))
}

/** @returns how to stop listening */
export function onStoredElsewhere(listener: () => void): () => void {
  channel.addEventListener('message', listener)
  return () => channel.removeEventListener('message', listener)
}

/** Signing out leaves no visit behind on a shared phone, as it leaves none in session storage (ruling 30). */
export async function deleteVisitRows(ofOwner: string): Promise<void> {
  await writing
  await storage.visits.deleteFrom(rowKey(ofOwner, ''))
}

const rowKey = (ofOwner: string, name: string) => `${ofOwner}|${name}`
const isOwn = (key: string) => key.startsWith(rowKey(owner(), ''))

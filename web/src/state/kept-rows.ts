/**
 * What is under way on this phone, mirrored to its database: session storage dies with its tab, and the camera's app may
 * make the phone close that at any time. Rows belong to a runner; for nobody nothing is kept.
 */
import * as v from 'valibot'
import { phoneDatabase } from '../storage/database.ts'
import { reportProblem } from '../lib/report.ts'
import { dropCopiesOf } from '../storage/second-copy.ts'
import { changePhone, isFull, writePhone } from '../storage/write-phone.ts'
import { phoneTrouble } from '../storage/phone-trouble.ts'
import { askToPersist, checkRoom } from '../storage/room.ts'
import { owner, session } from './session.ts'

const rowSchema = v.object({
  /** Grows with every change, in whichever tab: of two rows the greater counts. */
  version: v.number(),
  /** Absent once it is over: an older tab must not bring it back. */
  value: v.optional(v.unknown()),
})
export interface KeptRow {
  readonly version: number
  readonly value?: unknown
}

export type NamedRow = readonly [name: string, row: KeptRow]

let latest = 0

/** By the clock, so that of two tabs the last change wins; never back, whatever the clock does. */
export function nextVersion(): number {
  latest = Math.max(Date.now(), latest + 1)
  return latest
}

const unwritten = new Map<string, KeptRow>()
let isScheduled = false
let writing = Promise.resolve()

/** Other tabs hear of every change. */
const channel = new BroadcastChannel('veni-visits')

/** @param name as in session storage, where the same is kept for the tab */
export function keepRow(name: string, row: KeptRow): void {
  if (owner() === '') return
  unwritten.set(rowKey(owner(), name), row)
  if (document.visibilityState === 'hidden') return flush()
  if (isScheduled) return
  isScheduled = true
  // After the paint: the tap that changes something is answered first.
  requestAnimationFrame(() => setTimeout(flush))
}

document.addEventListener('visibilitychange', flush)
window.addEventListener('pagehide', flush)
// What is not written yet belongs to the runner who was here until now.
session.subscribe(() => unwritten.clear())

function flush(): void {
  isScheduled = false
  if (unwritten.size === 0) return
  const rows = [...unwritten]
  unwritten.clear()
  writing = writing.then(() => write(rows))
}

async function write(rows: readonly NamedRow[]): Promise<void> {
  const writer = owner()
  try {
    await writeNewer(rows)
    await forgetTrouble()
    channel.postMessage(null)
    askToPersist()
  } catch (error) {
    reportProblem('The visit is kept in this tab only', error)
    phoneTrouble.set(isFull(error) ? 'full' : 'broken')
    if (writer !== owner()) return
    // Written with the next change, or when the runner is back from making room.
    for (const [key, row] of rows) if (!unwritten.has(key)) unwritten.set(key, row)
  }
}

/** A row that fits does not mean that photos do. */
async function forgetTrouble(): Promise<void> {
  if (phoneTrouble.get() === 'full') return checkRoom()
  phoneTrouble.set(undefined)
}

async function writeNewer(changed: readonly NamedRow[]): Promise<void> {
  await changePhone(
    ['visits'],
    (rows) =>
      Promise.all(
        changed.map(async ([key, row]) => {
          const stored = v.safeParse(rowSchema, await rows.get('visits', key))
          const isStale = stored.success && stored.output.version > row.version
          // A logout while the database was being opened has forgotten these rows.
          if (!isStale && key.startsWith(rowKey(owner(), ''))) await rows.put('visits', key, row)
        }),
      ),
    'default',
  )
}

/** The runner's rows with their names, newest first, once all that this tab has to say is written. */
export async function readKeptRows(): Promise<NamedRow[]> {
  flush()
  await writing
  const start = rowKey(owner(), '')
  const { store, done } = (await phoneDatabase()).transaction('visits')
  const range = rowsFrom(start)
  const [keys, rows] = await Promise.all([store.getAllKeys(range), store.getAll(range), done])
  const kept = rows.flatMap((row, at): NamedRow[] => {
    const parsed = v.safeParse(rowSchema, row)
    return parsed.success ? [[keys[at]?.slice(start.length) ?? '', parsed.output]] : []
  })
  latest = kept.reduce((most, [, { version }]) => Math.max(most, version), latest)
  void clearAway(kept.filter(([, row]) => row.value === undefined))
  return kept.toSorted(([, one], [, other]) => other.version - one.version)
}

/** What is over is remembered for as long as a tab may sleep that still has it. */
const REMEMBERED_MS = 24 * 60 * 60 * 1000

async function clearAway(over: readonly NamedRow[]): Promise<void> {
  const runner = owner()
  const old = over.filter(([, { version }]) => version < latest - REMEMBERED_MS)
  const writes = old.map(([name]) => ({ store: 'visits', key: rowKey(runner, name) }) as const)
  if (old.length > 0) await writePhone(writes.map((write) => ({ ...write, value: undefined })))
}

/** @returns how to stop listening */
export function onKeptElsewhere(listener: () => void): () => void {
  channel.addEventListener('message', listener)
  return () => channel.removeEventListener('message', listener)
}

/** A logout leaves no visit behind on a shared phone, as it leaves none in session storage (ruling 30). */
export async function forgetKeptRows(ofOwner: string): Promise<void> {
  await writing
  await dropCopiesOf('visits', rowKey(ofOwner, ''))
  await changePhone(['visits'], async (rows) => {
    const keys = await rows.keys('visits', rowsFrom(rowKey(ofOwner, '')))
    await Promise.all(keys.map((key) => rows.delete('visits', key)))
  })
}

const rowKey = (ofOwner: string, name: string) => `${ofOwner}|${name}`
const rowsFrom = (start: string) => IDBKeyRange.bound(start, `${start}\uffff`)

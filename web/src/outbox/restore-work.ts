/** What the phone's database may have lost of the runner's work is there again before anything is sent or shown. */
import * as v from 'valibot'
import { phoneDatabase } from '../lib/database.ts'
import { reportProblem } from '../lib/report.ts'
import { restoreCopies } from '../lib/restore-copies.ts'
import { canCopy, copyRows, dropCopies, listCopies, type RowName } from '../lib/second-copy.ts'
import { wait } from '../lib/wait.ts'
import { isDealEntry, outboxEntrySchema } from './entry.ts'
import { removeEntry } from './idb-store.ts'

/** A second copy that does not answer must not keep what the phone has from being sent and shown. */
const LIMIT_MS = 3_000

let restoring: Promise<number> | undefined
let waiting: Promise<unknown> | undefined

/** Once per start. Resolves when all is there again, at the latest after three seconds; never rejects. */
export async function restoreWork(): Promise<void> {
  if (!canCopy()) return
  waiting ??= Promise.race([countRestored(), wait(LIMIT_MS)])
  await waiting
}

/** As {@link restoreWork}, however long it takes. @returns how many rows came back */
export async function countRestored(): Promise<number> {
  if (!canCopy()) return 0
  restoring ??= restore().catch((error: unknown) => {
    reportProblem('The second copy was not read', error)
    return 0
  })
  return restoring
}

async function restore(): Promise<number> {
  const copies = await listCopies()
  const before = await readDeals()
  const present = new Set(await (await phoneDatabase()).getAllKeys('photos'))
  // Of most rows it is known without a look at their copies that there is nothing to bring back.
  const suspects = copies.filter(({ store, key }) =>
    store === 'photos' ? !present.has(key) : !before.received.has(key),
  )
  // What an entry sends is there before it, and so is what became of its deal.
  const photos = await restoreCopies('photos', suspects, isMissing)
  const deals = await restoreCopies('deals', suspects, isFurtherDeal)
  const known = deals > 0 ? await readDeals() : before
  const isOver = (entry: unknown) =>
    v.is(outboxEntrySchema, entry) && isDealEntry(entry) && known.received.has(entry.visitId ?? '')
  const entries = await restoreCopies(
    'outbox',
    copies,
    (copy, stored) => !isOver(copy) && isFurtherEntry(copy, stored),
  )
  await removeEntries(isOver)
  await copyUncopied(copies, known)
  await forgetOldDeals(copies.filter(({ store }) => store === 'deals'))
  return photos + deals + entries
}

const isMissing = (_copy: unknown, stored: unknown) => stored === undefined

const receivedSchema = v.object({ receivedAt: v.number() })
const isReceived = (deal: unknown) => v.is(receivedSchema, deal)
const settledSchema = v.object({ record: v.object({ status: v.literal('delivered') }) })

/** A database that has forgotten what its last life wrote has the deal as it was before. */
const isFurtherDeal = (copy: unknown, stored: unknown) =>
  stored === undefined ||
  (isReceived(copy) && !isReceived(stored)) ||
  (v.is(settledSchema, copy) && !v.is(settledSchema, stored))

const stepsSchema = v.object({ done: v.array(v.string()) })

const isFurtherEntry = (copy: unknown, stored: unknown) =>
  stored === undefined ||
  (v.is(stepsSchema, copy) && v.is(stepsSchema, stored) && copy.done.length > stored.done.length)

/** Of a deal that the office has, and that the database had forgotten to be received. */
async function removeEntries(isOver: (entry: unknown) => boolean): Promise<void> {
  const rows: unknown[] = await (await phoneDatabase()).getAll('outbox')
  const over = rows.filter((row) => v.is(outboxEntrySchema, row)).filter(isOver)
  await Promise.all(over.map(({ id }) => removeEntry(id)))
}

interface KnownDeals {
  /** Visits whose deal the office has. */
  readonly received: ReadonlySet<string>
  /** Visits whose deal is on this phone only. */
  readonly unsent: ReadonlySet<string>
}

async function readDeals(): Promise<KnownDeals> {
  const { store } = (await phoneDatabase()).transaction('deals')
  const [keys, rows] = await Promise.all([store.getAllKeys(), store.getAll()])
  const isOfReceived = (at: number) => isReceived(rows[at])
  return {
    received: new Set(keys.filter((_, at) => isOfReceived(at))),
    unsent: new Set(keys.filter((_, at) => !isOfReceived(at))),
  }
}

/** Unsent work that an older release has stored, or whose copy was refused, gets one now. */
async function copyUncopied(
  copies: readonly RowName[],
  { received, unsent }: KnownDeals,
): Promise<void> {
  const database = await phoneDatabase()
  const copied = new Set(copies.map(({ store, key }) => `${store} ${key}`))
  const [photos, ...rest] = await Promise.all(
    (['photos', 'outbox', 'visits'] as const).map(async (store) =>
      (await database.getAllKeys(store)).map((key) => ({ store, key })),
    ),
  )
  // A received deal's photos are with the office.
  const ofOpen = photos?.filter(({ key }) => !received.has(visitOf(key))) ?? []
  const deals = [...unsent].map((key) => ({ store: 'deals', key }) as const)
  const all: RowName[] = [...deals, ...rest.flat(), ...ofOpen]
  copyRows(all.filter(({ store, key }) => !copied.has(`${store} ${key}`)))
}

/** A photo's id begins with its visit's. */
const visitOf = (photoId: string) => photoId.split('.')[0] ?? ''

/** Of deals that the office has, so many stay in the phone's own list whatever becomes of its database. */
const RECEIVED_KEPT = 250

async function forgetOldDeals(copies: readonly RowName[]): Promise<void> {
  // Each start reads their names.
  if (copies.length <= RECEIVED_KEPT * 2) return
  const database = await phoneDatabase()
  const deals = await Promise.all(
    copies.map(async (copy) => ({ copy, row: await database.get('deals', copy.key) })),
  )
  const received = deals.flatMap(({ copy, row }) => {
    const deal = v.safeParse(receivedSchema, row)
    return deal.success ? [{ copy, receivedAt: deal.output.receivedAt }] : []
  })
  const newestFirst = received.toSorted((one, other) => other.receivedAt - one.receivedAt)
  await dropCopies(newestFirst.slice(RECEIVED_KEPT).map(({ copy }) => copy))
}

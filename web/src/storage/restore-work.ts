/** What the phone's database may have lost of the runner's work is there again before anything is sent or shown. */
import * as v from 'valibot'
import { phoneDatabase } from './database.ts'
import { reportProblem } from '../lib/report.ts'
import { restoreCopies } from './restore-copies.ts'
import { canCopy, listCopies } from './second-copy.ts'
import { wait } from '../lib/wait.ts'
import { isDealEntry, outboxEntrySchema } from '../outbox/entry.ts'
import { removeEntry } from '../outbox/idb-store.ts'
import { isReceived, readKnownDeals } from './known-deals.ts'
import { tendCopies } from './tend-copies.ts'

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
  const before = await readKnownDeals()
  const present = new Set(await (await phoneDatabase()).getAllKeys('photos'))
  // Of most rows it is known without a look at their copies that there is nothing to bring back.
  const suspects = copies.filter(({ store, key }) =>
    store === 'photos' ? !present.has(key) : !before.received.has(key),
  )
  // What an entry sends is there before it, and so is what became of its deal.
  const photos = await restoreCopies('photos', suspects, isMissing)
  const deals = await restoreCopies('deals', suspects, isFurtherDeal)
  const known = deals > 0 ? await readKnownDeals() : before
  const isOver = (entry: unknown) =>
    v.is(outboxEntrySchema, entry) && isDealEntry(entry) && known.received.has(entry.visitId ?? '')
  const entries = await restoreCopies(
    'outbox',
    copies,
    (copy, stored) => !isOver(copy) && isFurtherEntry(copy, stored),
  )
  await removeEntries(isOver)
  await tendCopies(copies, known)
  return photos + deals + entries
}

const isMissing = (_copy: unknown, stored: unknown) => stored === undefined

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

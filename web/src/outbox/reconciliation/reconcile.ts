/**
 * Compares what this phone has sent with what our server has. After a restored backup the server lacks the newest work:
 * it goes back into the outbox, and no longer counts as received.
 */
import {
  isSameDigest,
  MOST_RECONCILED_ITEMS,
  reconciliationApi,
  reconciliationReplySchema,
  type ReconciledItem,
  type ReconciliationReply,
  type ReconciliationResult,
  type Unsent,
} from '@veni/domain/api/reconciliation'
import { inSlices } from '../../lib/in-slices.ts'
import type { Client } from '../../api/client.ts'
import { ApiFailure } from '../../api/failure.ts'
import type { SentWork } from '../../storage/sealed/sent-rows.ts'
import { StillLocked } from '../../storage/sealed/alone.ts'
import { isFull } from '../../storage/storage-problem.ts'
import { OtherRunner, type Clock, type EntryStore, type RequireOwner } from '../deps.ts'
import type { EntryHead } from '../entry.ts'
import { findGap, listLeft, storePlace } from './cut-comparison.ts'
import { deleteOld } from './delete-old.ts'
import { findOwnLosses } from './lost-work.ts'
import { putBack, putOpenBack, type Alone, type Lost, type LostOpen } from './put-back.ts'
import { queueDeals, type RebuildEntry } from './queue-deals.ts'
import { resumeRecorded } from './resume-recorded.ts'
import { describeUnsent } from './unsent.ts'
import { listSentPhotos, SentRows, type Sealing } from './sent-rows-of.ts'

export interface ReconcileDeps {
  readonly callApi: Client['callApi']
  readonly entries: Pick<EntryStore, 'listHeads' | 'changeEntry'> &
    RebuildEntry & { readonly listIds: () => Promise<readonly string[]> }
  readonly sealing: Sealing
  readonly alone: Alone
  readonly requireOwner: RequireOwner
  readonly clock: Pick<Clock, 'now'>
}

interface Run extends ReconcileDeps {
  readonly rows: SentRows
  readonly ask: (items: readonly ReconciledItem[]) => Promise<ReconciliationReply>
  readonly askKey: () => Promise<string | undefined>
}

/**
 * Throws ApiFailure when the server does not answer or does not offer the call; the next run then continues.
 * @returns whether there are entries to send now: lost ones, and those that waited for this comparison
 */
export async function reconcile(owner: string, deps: ReconcileDeps): Promise<boolean> {
  const publicKey = await deps.sealing.findPublicKey(owner)
  if (publicKey === undefined) return false
  const rows = new SentRows(publicKey)
  try {
    return await reconcileRows(owner, rows, deps)
  } catch (error) {
    // Rows that cannot be read must not hold up new work: without an epoch it is sent before a comparison.
    if (!endsByItself(error)) await rows.changePhone({ epoch: undefined })
    throw error
  }
}

const endsByItself = (error: unknown) =>
  [ApiFailure, OtherRunner, StillLocked].some((kind) => error instanceof kind) || isFull(error)

async function reconcileRows(owner: string, rows: SentRows, deps: ReconcileDeps): Promise<boolean> {
  const entries = await deps.entries.listHeads(owner)
  const { id, epoch } = await rows.readPhone()
  const run: Run = { ...deps, rows, ...createCalls(id, describeUnsent(entries), deps) }
  const reset = await checkOpenEntries(entries, run)
  const resumed = await resumeRecorded(entries, run)
  const queued = await queueDeals(owner, entries, run)
  const { reply, restored } = await compare(run)
  const lost = await findOwnLosses(owner, rows, reply.lost)
  await rows.changePhone({ epoch: reply.epoch, lost })
  await deleteOld(reply, { rows, listIds: deps.entries.listIds })
  return reset + resumed + queued + restored > 0 || (epoch !== undefined && epoch !== reply.epoch)
}

const TIMEOUT_MS = 15_000

function createCalls(phoneId: string, unsent: Unsent, { callApi, requireOwner }: ReconcileDeps) {
  let epoch: string | undefined
  async function call(items: readonly ReconciledItem[], more: { wants_key?: true } = {}) {
    await requireOwner()
    const reply = await callApi(reconciliationApi.reconcile, {
      body: { phone_id: phoneId, unsent, items: [...items], ...more },
      accepts: reconciliationReplySchema,
      timeoutMs: TIMEOUT_MS,
    })
    // Another runner's server answers that it has nothing of these.
    await requireOwner()
    if (reply.results.length !== items.length) throw new ApiFailure('bad-reply')
    epoch ??= reply.epoch
    // The server was restored during this run, so what it answered before no longer holds.
    if (reply.epoch !== epoch) throw new ApiFailure('bad-reply')
    return reply
  }
  return {
    ask: (items: readonly ReconciledItem[]) => call(items),
    askKey: async () => (await call([], { wants_key: true })).private_key,
  }
}

/** Whether the server has the work as the phone has sent it. It answers no hash of a work that is missing. */
const isRecorded = (hash: string | undefined, result: ReconciliationResult) => result.hash === hash

/**
 * Entries of which the server has acknowledged the records or a photo, and that wait for the rest.
 * @returns how many it has lost
 */
async function checkOpenEntries(entries: readonly EntryHead[], run: Run): Promise<number> {
  let lost = 0
  for (const open of inSlices(
    entries.filter(({ hash }) => hash !== undefined),
    MOST_RECONCILED_ITEMS,
  ))
    lost += await checkOpenBatch(open, run)
  return lost
}

async function checkOpenBatch(open: readonly EntryHead[], run: Run): Promise<number> {
  const sent: { readonly entry: EntryHead; readonly photos: SentWork['photos'] }[] = []
  // One after another: a photo may have 5 MB.
  for (const entry of open) sent.push({ entry, photos: await listSentPhotos(entry.work) })
  const items = sent.map(({ entry: { id }, photos }) => toItem({ id, photos }, false))
  const { results, epoch } = await run.ask(items)
  const lost: LostOpen[] = []
  for (const [at, { entry, photos }] of sent.entries()) {
    const result = results[at]
    if (!result) continue
    const hasRecords = isRecorded(entry.hash, result)
    // The server names none of an erased customer.
    const missing = new Set(result.missing_photos)
    const named = photos.filter(({ sha256 }) => missing.has(sha256))
    const unnamed = result.state === 'erased' ? [] : await listUnnamed(entry, epoch, run)
    const lostPhotos = [...named.map(({ id }) => id), ...unnamed]
    if (!hasRecords || lostPhotos.length > 0) lost.push({ entry, hasRecords, lostPhotos })
    else if (entry.epoch !== epoch) await moveToEpoch(entry, epoch, run)
  }
  if (lost.length > 0) await putOpenBack(lost, epoch, run)
  return lost.length
}

/** Photos without a row: their hash is unknown, so a restored server cannot be asked for them. They are sent again. */
const listUnnamed = async ({ work, ...entry }: EntryHead, epoch: string, { rows }: Run) =>
  entry.epoch === epoch ? [] : rows.listWithoutRow(work)

/** The restored database has all that the server has acknowledged of the entry. */
async function moveToEpoch({ id, hash }: EntryHead, epoch: string, { entries }: Run) {
  await entries.changeEntry(id, (stored) =>
    stored.hash === hash ? { ...stored, epoch } : undefined,
  )
}

interface Compared {
  readonly reply: ReconciliationReply
  readonly restored: number
  /** Whether nothing that was lost stays lost, such as what another key has sealed. */
  readonly isWhole: boolean
}

/** What is new here is named to the server. All else is compared by its digest, and only then by itself. */
async function compare(run: Run): Promise<Omit<Compared, 'isWhole'>> {
  const { rows } = run
  const fresh = await compareRows(await rows.listUnconfirmed(), run)
  const reply = fresh?.reply ?? (await run.ask([]))
  const restored = fresh?.restored ?? 0
  if (await isExplained(reply, run)) return { reply, restored }
  const left = await listLeft(rows, reply)
  const isEnough = async (compared: Compared, place: SentWork) => {
    if (await isExplained(compared.reply, run)) return true
    const isWhole = left.isWhole && compared.isWhole
    await storePlace(rows, compared.reply, { ...place, isWhole })
    return false
  }
  const all = await compareRows(left.list, run, isEnough)
  await rows.changePhone({ compared: undefined })
  const last = all?.reply ?? reply
  const isWhole = left.isWhole && all?.isWhole !== false
  if (isWhole && !(await isExplained(last, run)))
    await rows.changePhone({ beyond: await findGap(rows, last) })
  return { reply: last, restored: restored + (all?.restored ?? 0) }
}

/** Whether the server has what this phone has sent, and what it already had beyond that at the last run. */
async function isExplained(reply: ReconciliationReply, { rows }: Run): Promise<boolean> {
  const { beyond } = await rows.readPhone()
  return isSameDigest(await findGap(rows, reply), beyond)
}

/** @param isOver after each batch, with its last row. @returns undefined when there are no rows */
async function compareRows(
  list: readonly SentWork[],
  run: Run,
  isOver?: (compared: Compared, place: SentWork) => Promise<boolean>,
): Promise<Compared | undefined> {
  let compared: Compared | undefined
  for (const batch of inSlices(list, MOST_RECONCILED_ITEMS)) {
    const reply = await run.ask(batch.map((row) => toItem(row, true)))
    const { lost, restored } = await applyResults(batch, reply, run)
    compared = {
      reply,
      restored: (compared?.restored ?? 0) + restored,
      isWhole: compared?.isWhole !== false && lost === restored,
    }
    const place = batch.at(-1)
    if (place && (await isOver?.(compared, place))) break
  }
  return compared
}

const toItem = (
  { id, photos }: Pick<SentWork, 'id' | 'photos'>,
  isSent: boolean,
): ReconciledItem => ({ id, photos: photos.map(({ sha256 }) => sha256), is_sent: isSent })

/** @returns how many of the batch the server has lost, and how many of them are to be sent again */
async function applyResults(
  batch: readonly SentWork[],
  { results, at, epoch }: ReconciliationReply,
  run: Run,
): Promise<{ lost: number; restored: number }> {
  const confirmed: SentWork[] = []
  const lost: Lost[] = []
  for (const [index, row] of batch.entries()) {
    const result = results[index]
    if (!result) continue
    const hasRecords = isRecorded(row.hash, result)
    if (result.state === 'erased' && hasRecords) {
      // The digest of the server does not count it either.
      await run.rows.remove([row], { isBeyond: false })
    } else if (hasRecords && result.missing_photos.length === 0) confirmed.push(row)
    else lost.push({ row, hasRecords, missingPhotos: new Set(result.missing_photos) })
  }
  await run.rows.confirm(confirmed, Date.parse(at))
  const restored = lost.length > 0 ? await putBack(lost, { epoch, at: Date.parse(at) }, run) : 0
  return { lost: lost.length, restored }
}

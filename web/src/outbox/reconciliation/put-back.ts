/** Puts work that the server has lost back into the outbox. It then no longer counts as received. */
import type { Deal } from '@veni/domain/deal'
import { listRecordSteps } from '@veni/domain/work'
import * as v from 'valibot'
import { reportProblem } from '../../lib/report.ts'
import { photoSchema, type StoredPhoto } from '../../storage/collections/photos.ts'
import { storage } from '../../storage/phone-storage.ts'
import type { Rows } from '../../storage/transaction.ts'
import { whileNeeded, type SentWork } from '../../storage/sealed/sent-rows.ts'
import { outboxEntrySchema, type EntryHead, type OutboxEntry } from '../entry.ts'
import { createOpen, type Open, type OpenDeps, type SentRows } from './sent-rows-of.ts'

/** A sent work that the server does not have as a whole. */
export interface Lost {
  readonly row: SentWork
  /** Whether the server has its records, and only photos are missing. */
  readonly hasRecords: boolean
  /** SHA-256 of each photo that the server does not have. */
  readonly missingPhotos: ReadonlySet<string>
}

export type Alone = <T>(work: () => Promise<T>) => Promise<T>

interface PutBackDeps extends OpenDeps {
  readonly rows: SentRows
  /** ms since 1970. */
  readonly clock: { readonly now: () => number }
  readonly requireOwner: () => Promise<void>
  /** Runs while no sign-out seals or deletes rows: what came after it would stay readable, or be deleted. */
  readonly alone: Alone
}

/** An entry that is in the outbox still, and of which the server has lost what it had. */
export interface LostOpen {
  readonly entry: EntryHead
  readonly hasRecords: boolean
  /** Ids. */
  readonly lostPhotos: readonly string[]
}

/** Of the reply that named what is lost. */
interface Restored {
  readonly epoch: string
  /** The time of the server, ms since 1970. */
  readonly at: number
}

/**
 * Each work by itself, so that only its photos are in memory. A run that is cut continues with the next one.
 * @returns how many are no longer lost; the others stay as they are
 */
export async function putBack(
  lost: readonly Lost[],
  restored: Restored,
  deps: PutBackDeps,
): Promise<number> {
  const open = await createOpen(deps)
  if (!open) return 0
  let putBackRows = 0
  await whileNeeded(async () => {
    for (const one of lost)
      if (await putOneBack({ ...one, ...restored }, open, deps)) putBackRows += 1
  })
  return putBackRows
}

async function putOneBack(lost: Lost & Restored, open: Open, deps: PutBackDeps): Promise<boolean> {
  const { row, hasRecords, missingPhotos, at } = lost
  const { rows, alone, requireOwner } = deps
  const entry = await openEntry(lost, open, deps)
  const isPutBack = await alone(async () => {
    await requireOwner()
    return entry ? storeLost(entry, lost, open, deps) : reportLost(row, deps)
  })
  if (!isPutBack) return false
  const photosWhere = (isMissing: boolean) =>
    row.photos.filter(({ sha256 }) => missingPhotos.has(sha256) === isMissing)
  // The server has the rest, and its digest counts it.
  if (entry && hasRecords) await rows.confirm([{ ...row, photos: photosWhere(false) }], at)
  // The others stay sealed: the server has them now, and may lose them with an older backup.
  else await rows.remove([{ ...row, photos: photosWhere(true) }], { isBeyond: false })
  return true
}

/** @returns whether it is lost for good: what cannot be opened now may be opened with another key */
async function reportLost({ id, visitId }: SentWork, deps: PutBackDeps): Promise<boolean> {
  reportProblem('A lost work cannot be sent again', new Error(id))
  // The deal stays on the phone, where the runner can export it.
  await storage.change(['deals'], ({ deals }) => takeBackDeal(visitId, deps, deals))
  return !(await deps.rows.hasEntry(id))
}

async function openEntry(
  { row, hasRecords, epoch }: Lost & { readonly epoch: string },
  open: Open,
  { rows, clock }: PutBackDeps,
): Promise<OutboxEntry | undefined> {
  const parsed = v.safeParse(outboxEntrySchema, await rows.openEntry(row.id, open))
  if (!parsed.success) return undefined
  const entry = withoutProof(parsed.output, clock.now())
  return hasRecords ? withRecords(entry, { hash: row.hash, epoch }) : entry
}

/** The server has the records; photos are left. */
const withRecords = (
  entry: OutboxEntry,
  proof: Pick<OutboxEntry, 'hash' | 'epoch'>,
): OutboxEntry => ({
  ...entry,
  ...proof,
  done: [...listRecordSteps(entry.work.kind)],
})

/** The entry as it was before it was sent, in its place among the others. */
function withoutProof(sent: OutboxEntry, now: number): OutboxEntry {
  const {
    hash: _,
    epoch: _epoch,
    lease: _lease,
    notBefore: _notBefore,
    refusal: _refusal,
    ...entry
  } = sent
  return { ...entry, state: 'waiting', attempts: 0, nextAttemptAt: now, done: [], takenBackAt: now }
}

/**
 * The entry and its photos together: an entry alone would call photos sent, and photos alone would not be found again.
 * @returns false when the entry is in the outbox still. A sender may be about to remove it, so its sent row must stay.
 */
async function storeLost(
  entry: OutboxEntry,
  { row, missingPhotos }: Lost,
  open: Open,
  deps: PutBackDeps,
): Promise<boolean> {
  const missing = row.photos.filter(({ sha256 }) => missingPhotos.has(sha256))
  const changes = await openPhotos(
    missing.map(({ id }) => id),
    open,
    deps,
  )
  return storage.change(['outbox', 'photos', 'deals'], async ({ outbox, photos, deals }) => {
    if (await outbox.has(entry.id)) return false
    await changePhotos(changes, photos)
    await outbox.put(entry.id, entry)
    await takeBackDeal(row.visitId, deps, deals)
    return true
  })
}

type PhotoChange = (stored: StoredPhoto | undefined) => StoredPhoto | undefined
type PhotoChanges = ReadonlyMap<string, PhotoChange>

async function openPhotos(
  ids: readonly string[],
  open: Open,
  { rows }: PutBackDeps,
): Promise<PhotoChanges> {
  const changes = new Map<string, PhotoChange>()
  for (const id of ids) changes.set(id, await openPhoto(id, open, rows))
  return changes
}

/**
 * A photo whose bytes are gone is not on its way any more: the sender then finds that it is lost.
 * @returns what becomes of the stored photo
 */
async function openPhoto(id: string, open: Open, rows: SentRows): Promise<PhotoChange> {
  const opened = v.safeParse(photoSchema, await rows.openPhoto(id, open))
  return (stored) => {
    const photo = stored?.bytes ? stored : opened.success ? opened.output : stored
    return photo && { ...photo, url: undefined, uploadId: undefined }
  }
}

async function changePhotos(changes: PhotoChanges, photos: Rows<StoredPhoto>): Promise<void> {
  for (const [id, change] of changes) {
    const photo = change(await photos.get(id))
    if (photo) await photos.put(id, photo)
  }
}

async function takeBackDeal(
  visitId: string | undefined,
  { clock }: PutBackDeps,
  deals: Rows<Deal>,
): Promise<void> {
  const stored = visitId === undefined ? undefined : await deals.get(visitId)
  if (stored?.receivedAt === undefined) return
  // A clock that was set back must not make an older copy, which says "received", the newer one.
  const takenBackAt = Math.max(clock.now(), stored.receivedAt)
  await deals.put(stored.visitId, { ...stored, receivedAt: undefined, takenBackAt })
}

/** For entries that are in the outbox still. Without the key of the runner they stay as they are. */
export async function putOpenBack(
  lost: readonly LostOpen[],
  epoch: string,
  deps: PutBackDeps,
): Promise<void> {
  const open = await createOpen(deps)
  if (!open) return
  await whileNeeded(async () => {
    for (const one of lost) await putOneOpenBack({ ...one, epoch }, open, deps)
  })
}

/**
 * As `storeLost`. While a sender has the entry it stays as it is, and no sender continues it in the new epoch
 * (passes/executor.ts).
 */
async function putOneOpenBack(
  { entry, hasRecords, lostPhotos, epoch }: LostOpen & { readonly epoch: string },
  open: Open,
  deps: PutBackDeps,
): Promise<void> {
  const changes = await openPhotos(lostPhotos, open, deps)
  await deps.alone(async () => {
    await deps.requireOwner()
    await storage.change(['outbox', 'photos'], async ({ outbox, photos }) => {
      const stored = await outbox.get(entry.id)
      if (!stored || stored.hash !== entry.hash || stored.state === 'sending') return
      await changePhotos(changes, photos)
      const before = withoutProof(stored, deps.clock.now())
      const changed = hasRecords ? withRecords(before, { hash: entry.hash, epoch }) : before
      await outbox.put(entry.id, changed)
    })
  })
}

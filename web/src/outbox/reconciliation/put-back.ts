/** Puts work that the server has lost back into the outbox. It then no longer counts as received. */
import { listRecordSteps } from '@veni/domain/work'
import * as v from 'valibot'
import { reportProblem } from '../../lib/report.ts'
import { photoSchema, type StoredPhoto } from '../../storage/collections/photos.ts'
import { storage, type StorageWrite } from '../../storage/phone-storage.ts'
import { whileNeeded, type SentWork } from '../../storage/sealed/sent-rows.ts'
import { outboxEntrySchema, type EntryHead, type OutboxEntry } from '../entry.ts'
import type { Open, Sealing, SentRows } from './sent-rows-of.ts'

/** A sent work that the server does not have as a whole. */
export interface Lost {
  readonly row: SentWork
  /** Whether the server has its records, and only photos are missing. */
  readonly hasRecords: boolean
  /** SHA-256 of each photo that the server does not have. */
  readonly missingPhotos: ReadonlySet<string>
}

interface PutBackDeps {
  readonly rows: SentRows
  readonly sealing: Pick<Sealing, 'createOpener'>
  /** ms since 1970. */
  readonly clock: { readonly now: () => number }
  readonly requireOwner: () => Promise<void>
  /** @returns what opens the rows of the signed-in runner */
  readonly askKey: () => Promise<string | undefined>
}

/** An entry that is in the outbox still, and of which the server has lost what it had. */
export interface LostOpen {
  readonly entry: EntryHead
  readonly hasRecords: boolean
  readonly lostPhotos: SentWork['photos']
}

/**
 * Each work by itself, so that only its photos are in memory. A run that is cut continues with the next one.
 * @returns how many are no longer lost; the others stay as they are
 */
export async function putBack(
  lost: readonly Lost[],
  epoch: string,
  deps: PutBackDeps,
): Promise<number> {
  const open = await createOpen(deps)
  if (!open) return 0
  let putBackRows = 0
  await whileNeeded(async () => {
    for (const one of lost) if (await putOneBack({ ...one, epoch }, open, deps)) putBackRows += 1
  })
  return putBackRows
}

async function putOneBack(
  lost: Lost & { readonly epoch: string },
  open: Open,
  deps: PutBackDeps,
): Promise<boolean> {
  const { row } = lost
  const entry = await openEntry(lost, open, deps)
  await deps.requireOwner()
  if (entry) await storage.write(await listWrites(entry, lost, open, deps))
  else {
    reportProblem('A lost work cannot be sent again', new Error(row.id))
    // The deal stays on the phone, where the runner can export it.
    await storage.write(takeBackDeal(row.visitId, deps.clock.now()))
  }
  // What cannot be opened now may be opened with another key.
  const isOver = entry !== undefined || !(await deps.rows.hasEntry(row.id))
  if (isOver) await deps.rows.remove([row], { isBeyond: false })
  return isOver
}

async function createOpen({ askKey, sealing }: PutBackDeps): Promise<Open | undefined> {
  const key = await askKey()
  return key === undefined ? undefined : sealing.createOpener(key)
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

async function listWrites(
  entry: OutboxEntry,
  { row, missingPhotos }: Lost,
  open: Open,
  { rows, clock }: PutBackDeps,
): Promise<StorageWrite[]> {
  const missing = row.photos.filter(({ sha256 }) => missingPhotos.has(sha256))
  const photos = await Promise.all(
    missing.map(async ({ id }) => {
      const change = await openPhoto(id, open, rows)
      return { collection: 'photos', key: id, change } as const
    }),
  )
  return [
    ...photos,
    { collection: 'outbox', key: entry.id, change: (stored) => stored ?? entry },
    ...takeBackDeal(row.visitId, clock.now()),
  ]
}

/**
 * A photo whose bytes are gone is not on its way any more: the sender then finds that it is lost.
 * @returns what becomes of the stored photo
 */
async function openPhoto(id: string, open: Open, rows: SentRows) {
  const opened = v.safeParse(photoSchema, await rows.openPhoto(id, open))
  return (stored: StoredPhoto | undefined): StoredPhoto | undefined => {
    const photo = stored?.bytes ? stored : opened.success ? opened.output : stored
    return photo && { ...photo, url: undefined, uploadId: undefined }
  }
}

function takeBackDeal(visitId: string | undefined, now: number): StorageWrite[] {
  if (visitId === undefined) return []
  return [
    {
      collection: 'deals',
      key: visitId,
      change: (stored) =>
        stored?.receivedAt === undefined
          ? undefined
          : { ...stored, receivedAt: undefined, takenBackAt: now },
    },
  ]
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
 * The entry and its photos together: an entry alone would call photos sent, and photos alone would not be found again.
 * While a sender has the entry it stays as it is, and no sender continues it in the new epoch (passes/executor.ts).
 */
async function putOneOpenBack(
  { entry, hasRecords, lostPhotos, epoch }: LostOpen & { readonly epoch: string },
  open: Open,
  { rows, clock, requireOwner }: PutBackDeps,
): Promise<void> {
  const changes = new Map<string, Awaited<ReturnType<typeof openPhoto>>>()
  for (const { id } of lostPhotos) changes.set(id, await openPhoto(id, open, rows))
  await requireOwner()
  await storage.change(['outbox', 'photos'], async ({ outbox, photos }) => {
    const stored = await outbox.get(entry.id)
    if (!stored || stored.hash !== entry.hash || stored.state === 'sending') return
    for (const [id, change] of changes) {
      const photo = change(await photos.get(id))
      if (photo) await photos.put(id, photo)
    }
    const before = withoutProof(stored, clock.now())
    const changed = hasRecords ? withRecords(before, { hash: entry.hash, epoch }) : before
    await outbox.put(entry.id, changed)
  })
}

/**
 * Deals that are not received and that nothing would send: the phone has lost the entry, as a browser does that replaces
 * its database before both rows of a deal have a second copy. They would be shown as "On this phone" for ever.
 */
import {
  MOST_RECONCILED_ITEMS,
  type ReconciledItem,
  type ReconciliationReply,
  type ReconciliationResult,
} from '@veni/domain/api/reconciliation'
import type { Deal } from '@veni/domain/deal'
import {
  findRecordedUrl,
  listPhotos,
  listRecordSteps,
  listSteps,
  type Work,
} from '@veni/domain/work'
import * as v from 'valibot'
import { findHash } from '../../api/photo-address.ts'
import { inSlices } from '../../lib/in-slices.ts'
import { photoIdStart, photoSchema, type StoredPhoto } from '../../storage/collections/photos.ts'
import { bucket, storage } from '../../storage/phone-storage.ts'
import { isLeft } from '../../storage/restore-runs.ts'
import { sealedStorage, startOf } from '../../storage/sealed/sealed-rows.ts'
import { findSentVisits, type EntryHead, type OutboxEntry } from '../entry.ts'
import { readPhoto } from '../stores/photo-store.ts'
import { isForQueue, listUnreceivedDeals } from '../stores/unreceived-deals.ts'
import { createOpen, type Open, type OpenDeps, type SentRows } from './sent-rows-of.ts'

export interface RebuildEntry {
  /** Makes the entry of a deal again, from the rows of the phone. */
  readonly rebuildEntry: (deal: Deal) => Promise<OutboxEntry>
}

interface QueueDeps extends OpenDeps {
  readonly entries: RebuildEntry
  readonly rows: SentRows
  /** Runs while no sign-out seals or deletes rows, and no sign-in opens them. */
  readonly alone: <T>(work: () => Promise<T>) => Promise<T>
  readonly requireOwner: () => Promise<void>
  /** ms since 1970. */
  readonly clock: { readonly now: () => number }
  readonly ask: (items: readonly ReconciledItem[]) => Promise<ReconciliationReply>
}

/**
 * Makes their entries again. The server is asked first what it has: of a deal that it has recorded only the photos are
 * sent, because its records cannot be sent again with another hash.
 * @param list all entries of the owner
 * @returns how many entries were made
 */
export async function queueDeals(
  owner: string,
  list: readonly EntryHead[],
  deps: QueueDeps,
): Promise<number> {
  let count = 0
  for (const deals of inSlices(await listUnsendable(owner, list), MOST_RECONCILED_ITEMS)) {
    const made: OutboxEntry[] = []
    for (const deal of deals) made.push(await deps.entries.rebuildEntry(deal))
    const items = made.map(({ id, work }) => ({ id, photos: listHashes(work), is_sent: false }))
    const { results, epoch } = await deps.ask(items)
    for (const [at, entry] of made.entries()) {
      const [deal, result] = [deals[at], results[at]]
      if (deal && result && (await endOne(deal, entry, { ...result, epoch }, deps))) count += 1
    }
  }
  return count
}

/** What a restore brings back, now or when the phone is less full, what is sealed, and what has not moved into the bucket still has its entry. */
async function listUnsendable(owner: string, list: readonly EntryHead[]): Promise<Deal[]> {
  const { unreceived } = await listUnreceivedDeals(owner, findSentVisits(list))
  const own: Deal[] = []
  // The list may be older than a deal, or lack an entry that this release cannot read.
  for (const deal of unreceived)
    if (isForQueue(deal) && !(await storage.outbox.has(deal.visitId))) own.push(deal)
  if (own.length === 0 || bucket.hasUnmoved()) return []
  // Before the entry is stored, which replaces none that came back.
  const restored = await storage.whenRestored('outbox')
  await sealedStorage.whenRestored('rows')
  // A server that was restored can have given the runner another key since.
  const names = await sealedStorage.rows.getKeys()
  const sealed = new Set(names.map((name) => name.slice(name.indexOf('|'))))
  return own.filter(
    ({ visitId }) =>
      !sealed.has(startOf('', 'outbox') + visitId) && !isLeft(restored, 'outbox', visitId),
  )
}

type Result = ReconciliationResult & Pick<ReconciliationReply, 'epoch'>

/** @returns whether an entry was made */
async function endOne(
  deal: Deal,
  rebuilt: OutboxEntry,
  result: Result,
  deps: QueueDeps,
): Promise<boolean> {
  // The phone had acknowledged replies to all of it. If the server has lost it since, the comparison puts it back.
  const isSent = await deps.rows.hasEntry(deal.visitId)
  if (isSent && result.state === 'missing') return false
  // Of a deal that was taken back, the photos that the server had lost may not be sent yet.
  const isWhole = isSent && deal.takenBackAt === undefined
  const made = isWhole ? undefined : await withLostPhotos(withResult(rebuilt, result), result, deps)
  return deps.alone(async () => {
    await deps.requireOwner()
    return storage.change(['outbox', 'deals', 'photos'], async ({ outbox, deals, photos }) => {
      const stored = await deals.get(deal.visitId)
      if (!stored || stored.receivedAt !== undefined || (await outbox.has(deal.visitId)))
        return false
      for (const photo of made?.photos ?? []) await photos.put(photo.id, photo)
      if (made) await outbox.put(made.entry.id, made.entry)
      else await deals.put(stored.visitId, { ...stored, receivedAt: deps.clock.now() })
      return made !== undefined
    })
  })
}

async function withLostPhotos(
  entry: OutboxEntry,
  { missing_photos: missing }: Result,
  deps: QueueDeps,
): Promise<WithPhotos> {
  const open = missing.length > 0 ? await createOpen(deps) : undefined
  if (!open) return { entry, photos: [] }
  return withSealedPhotos(entry, new Set(missing), { ...deps, open })
}

/** A settlement was sent before its delivery, which is another entry. */
const asSent = (work: Work): Work =>
  work.kind === 'settlement'
    ? { ...work, settlement: { ...work.settlement, status: 'confirmed' } }
    : work

/**
 * Marks as sent what the server has. The step `photo-links` of a payment would send the whole payment again, and the
 * server refuses that, because the new entry has another hash. That step of a settlement sends one address only.
 */
function withResult(entry: OutboxEntry, { state, hash, epoch }: Result): OutboxEntry {
  if (state === 'missing') return entry
  const { kind } = entry.work
  // Nobody may send a photo of an erased customer.
  if (state === 'erased') return { ...entry, hash, epoch, done: [...listSteps(kind)] }
  const links = kind === 'cash-payment' ? ['photo-links'] : []
  const done = [...listRecordSteps(kind), ...links]
  return { ...entry, work: asSent(entry.work), hash, epoch, done, isRebuilt: true }
}

/** SHA-256 of the photos of a work, as far as its addresses tell. */
const listHashes = (work: Work): string[] =>
  listPhotos(work).flatMap(({ role }) => findHash(findRecordedUrl(work, role)) ?? [])

interface WithPhotos {
  readonly entry: OutboxEntry
  /** To be stored with the entry. */
  readonly photos: readonly StoredPhoto[]
}

/** A photo that cannot be read has its bytes perhaps: the sender finds out. */
const hasBytes = async (id: string) =>
  (await readPhoto(id).catch(() => ({ bytes: true })))?.bytes !== undefined

/**
 * Brings the photos back that neither the rows of the phone nor the server has, since a database was lost and another one
 * restored. The entry names them by their ids of before.
 * @param missing SHA-256 of each photo that the server does not have
 */
async function withSealedPhotos(
  entry: OutboxEntry,
  missing: ReadonlySet<string>,
  { rows, open }: { readonly rows: SentRows; readonly open: Open },
): Promise<WithPhotos> {
  const { work } = entry
  if (!('photos' in work)) return { entry, photos: [] }
  const found = new Map<string, StoredPhoto>()
  for (const { id, role } of work.photos) {
    const sha256 = findHash(findRecordedUrl(work, role))
    if (sha256 === undefined || !missing.has(sha256) || (await hasBytes(id))) continue
    for (const sealed of await rows.listPhotoIds()) {
      if (!sealed.startsWith(photoIdStart(entry.id, role))) continue
      const photo = v.safeParse(photoSchema, await rows.openPhoto(sealed, open))
      if (photo.success && photo.output.sha256 === sha256) found.set(id, photo.output)
    }
  }
  return {
    entry: {
      ...entry,
      work: {
        ...work,
        photos: work.photos.map((one) => ({ ...one, id: found.get(one.id)?.id ?? one.id })),
      },
    },
    photos: [...found.values()].map((photo) => ({ ...photo, url: undefined, uploadId: undefined })),
  }
}

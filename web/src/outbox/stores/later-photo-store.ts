/** Photos that replace those which the server has refused or the phone has lost, after their deal (decision 43). */
import { findNextStep, outboxEntrySchema, type EntryHead, type OutboxEntry } from '../entry.ts'
import { findPhotoUrl } from '../../api/photo-address.ts'
import type { PhotoRole } from '@veni/domain/photo'
import { LATER_PHOTO_VERSION, listPhotos } from '@veni/domain/work'
import * as v from 'valibot'
import { storage } from '../../storage/phone-storage.ts'
import { deletePhoto, readPhoto, type StoredPhoto } from './photo-store.ts'

/** A photo of a completed deal that cannot be sent. */
export interface BadPhoto {
  readonly id: string
  readonly role: PhotoRole
  /** `photo-lost`, or the code or status with which the server refused it. */
  readonly reason: string
}

const LOST = 'photo-lost'

/** The photos for which an entry needs attention. Without our server it can be the refusal of an image host. */
export async function listBadPhotos(entry: EntryHead): Promise<BadPhoto[]> {
  if (entry.state !== 'refused' || findNextStep(entry) !== 'photos') return []
  const bad: BadPhoto[] = []
  const { code, photos: lost } = entry.refusal ?? {}
  for (const { id, role } of listPhotos(entry.work)) {
    // The server may have a photo whose row is missing here. The sender stores which are lost; an older release did not.
    const missing = code === LOST && (lost?.includes(id) ?? true) ? LOST : undefined
    const photo = await readPhoto(id).catch(() => undefined)
    const reason = photo?.refusal ?? (isThere(photo) ? undefined : missing)
    if (reason !== undefined) bad.push({ id, role, reason })
  }
  return bad
}

/** A row may be there without its file. One without bytes and address is left of a photo that the server has lost. */
const isThere = (photo: StoredPhoto | undefined) => (photo?.bytes ?? photo?.url) !== undefined

/**
 * Puts a stored photo in the place of a bad one, in one transaction with the entry, which can then be sent again.
 * @param at ms since 1970
 * @returns false when another tab has replaced it already; the given photo is then deleted, as it is when this throws,
 * for example because the photo was replaced too often
 */
export async function replacePhoto(
  entryId: string,
  bad: BadPhoto,
  photo: StoredPhoto,
  at: number,
): Promise<boolean> {
  const name = { collection: 'photos', key: bad.id } as const
  try {
    const isReplaced = await storage.change(
      ['outbox', 'photos'],
      async ({ outbox, photos }) => {
        const entry = await outbox.get(entryId)
        const changed = entry && withLaterPhoto(entry, bad, photo, at)
        if (!changed || !(await photos.has(photo.id))) return false
        // A damaged entry would never be sent.
        v.assert(outboxEntrySchema, changed)
        await outbox.put(entryId, changed)
        await photos.delete(bad.id)
        return true
      },
      { deletes: [name] },
    )
    if (!isReplaced) await deletePhoto(photo.id)
    return isReplaced
  } catch (error) {
    await deleteUnused(entryId, photo.id)
    throw error
  }
}

/** A write that has failed for the page may still have reached the disk: then the entry has the photo. */
async function deleteUnused(entryId: string, id: string): Promise<void> {
  await storage.change(
    ['outbox', 'photos'],
    async ({ outbox, photos }) => {
      const entry = await outbox.get(entryId)
      if (entry && !listPhotos(entry.work).some((photo) => photo.id === id)) await photos.delete(id)
    },
    { deletes: [{ collection: 'photos', key: id }] },
  )
}

function withLaterPhoto(
  stored: OutboxEntry,
  { id, reason }: BadPhoto,
  photo: StoredPhoto,
  at: number,
): OutboxEntry | undefined {
  const { refusal: _, ...entry } = stored
  const { work } = entry
  if (entry.state !== 'refused' || !('photos' in work)) return undefined
  if (!work.photos.some((one) => one.id === id)) return undefined
  const photos = work.photos.map((one) => {
    if (one.id !== id) return one
    const number = (one.later?.number ?? 0) + 1
    const later = { at: new Date(at).toISOString(), reason, url: findPhotoUrl(photo), number }
    return { id: photo.id, role: one.role, later }
  })
  return {
    ...entry,
    version: LATER_PHOTO_VERSION,
    state: 'waiting',
    nextAttemptAt: at,
    // Our server gets the record again, with the address of this photo, and then the photo: a backup that has the photo
    // without its address would be restored without anybody noticing.
    done: isAsRecorded(stored) ? [] : entry.done,
    work: { ...work, photos },
  }
}

/**
 * Whether our server takes the record again. It would refuse that of an entry which was made again from its deal
 * (reconciliation/queue-deals.ts), and get no photo: such a photo is uploaded only.
 */
const isAsRecorded = ({ hash, isRebuilt }: OutboxEntry): boolean =>
  hash !== undefined && isRebuilt !== true

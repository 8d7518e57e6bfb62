/** For how long the phone stores what it has sent. Times are those of the server: the clock of a phone can be wrong. */
import type { ReconciliationReply } from '@veni/domain/api/reconciliation'
import { visitOfPhoto } from '../../storage/collections/photos.ts'
import type { SentRows } from './sent-rows-of.ts'

const DAY_MS = 24 * 60 * 60_000
const WORK_DAYS = 400

interface DeleteDeps {
  readonly rows: SentRows
  /** @returns the ids of all unsent entries, whose photos may be sealed already */
  readonly listIds: () => Promise<readonly string[]>
}

/** Once a day: deletes work of more than 400 days, and photos that the server has had for the days that it names. */
export async function deleteOld(
  { at, photo_days: photoDays }: ReconciliationReply,
  { rows, listIds }: DeleteDeps,
): Promise<void> {
  const now = Date.parse(at)
  const { cleanedAt } = await rows.readPhone()
  if (cleanedAt !== undefined && Math.abs(now - cleanedAt) < DAY_MS) return
  // The photos first: one that is sealed from now on is not deleted, whoever has it meanwhile.
  const photoIds = await rows.listPhotoIds()
  // The entry of a deal has the id of its visit. One that this release cannot read needs its photos, too.
  const unsent = new Set(await listIds())
  const unconfirmed = await rows.listUnconfirmed()
  const confirmed = await rows.listConfirmed()
  const isOlder = (days: number, confirmedAt = now) => now - confirmedAt > days * DAY_MS
  const old = confirmed.filter(({ confirmedAt }) => isOlder(WORK_DAYS, confirmedAt))
  await rows.remove(old, { isBeyond: true })
  const recent = [...confirmed, ...unconfirmed].filter(
    ({ confirmedAt }) => !isOlder(photoDays, confirmedAt),
  )
  const recentIds = new Set(recent.flatMap(({ photos }) => photos.map(({ id }) => id)))
  const isNeeded = (id: string) => recentIds.has(id) || unsent.has(visitOfPhoto(id))
  await rows.deletePhotos(photoIds.filter((id) => !isNeeded(id)))
  const isStored = new Set(await rows.listPhotoIds())
  const isOneLacking = recent.some(({ photos }) => photos.some(({ id }) => !isStored.has(id)))
  if (!isOneLacking) await rows.changePhone({ lacksPhotos: false })
  await rows.changePhone({ cleanedAt: now })
  for (const other of await rows.listOthers()) await deleteOldOfOther(other, now, photoDays)
}

/**
 * A runner who does not come back compares nothing. `cleanedAt` is at most a day older than the last comparison. Photos
 * of entries that are sealed and unsent stay until all is deleted.
 */
async function deleteOldOfOther(rows: SentRows, now: number, photoDays: number): Promise<void> {
  const { cleanedAt } = await rows.readPhone()
  if (cleanedAt === undefined) return rows.changePhone({ cleanedAt: now })
  if (now - cleanedAt > (WORK_DAYS + 1) * DAY_MS) return rows.deleteAll()
  const confirmed = await rows.listConfirmed()
  const isRecent = ({ confirmedAt = now }) => now - confirmedAt <= photoDays * DAY_MS
  const idsOf = (list: typeof confirmed) => list.flatMap(({ photos }) => photos.map(({ id }) => id))
  const needed = new Set(idsOf(confirmed.filter(isRecent)))
  await rows.deletePhotos(idsOf(confirmed).filter((id) => !needed.has(id)))
}

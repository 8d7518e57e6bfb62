/** For how long the phone stores what it has sent. Times are those of the server: the clock of a phone can be wrong. */
import type { ReconciliationReply } from '@veni/domain/api/reconciliation'
import { listPhotos } from '@veni/domain/work'
import type { EntryHead } from '../entry.ts'
import type { SentRows } from './sent-rows-of.ts'

const DAY_MS = 24 * 60 * 60_000
const WORK_DAYS = 400

interface DeleteDeps {
  readonly rows: SentRows
  /** @returns the unsent entries, whose photos may be sealed already */
  readonly listHeads: () => Promise<readonly EntryHead[]>
  /** @returns also those of entries that this release cannot read */
  readonly listIds: () => Promise<readonly string[]>
}

/** Once a day: deletes work of more than 400 days, and photos that the server has had for the days that it names. */
export async function deleteOld(
  { at, photo_days: photoDays }: ReconciliationReply,
  { rows, listHeads, listIds }: DeleteDeps,
): Promise<void> {
  const now = Date.parse(at)
  const { cleanedAt } = await rows.readPhone()
  if (cleanedAt !== undefined && Math.abs(now - cleanedAt) < DAY_MS) return
  // The photos first: one that is sealed from now on is not deleted, whoever has it meanwhile.
  const photoIds = await rows.listPhotoIds()
  const entries = await listHeads()
  const unconfirmed = await rows.listUnconfirmed()
  const confirmed = await rows.listConfirmed()
  const isOlder = (days: number, confirmedAt = now) => now - confirmedAt > days * DAY_MS
  const old = confirmed.filter(({ confirmedAt }) => isOlder(WORK_DAYS, confirmedAt))
  await rows.remove(old, { isBeyond: true })
  const recent = [...confirmed, ...unconfirmed].filter(
    ({ confirmedAt }) => !isOlder(photoDays, confirmedAt),
  )
  const needed = new Set([
    ...entries.flatMap(({ work }) => listPhotos(work).map(({ id }) => id)),
    ...recent.flatMap(({ photos }) => photos.map(({ id }) => id)),
  ])
  const unsent = new Set(await listIds())
  // The id of a photo begins with that of its visit, which the entry of a deal has as well.
  const isUnsent = (id: string) => unsent.has(id.split('.')[0] ?? '')
  await rows.deletePhotos(photoIds.filter((id) => !needed.has(id) && !isUnsent(id)))
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
  const isOld = ({ confirmedAt = now }) => now - confirmedAt > photoDays * DAY_MS
  const idsOf = (list: typeof confirmed) => list.flatMap(({ photos }) => photos.map(({ id }) => id))
  const needed = new Set(idsOf(confirmed.filter((row) => !isOld(row))))
  await rows.deletePhotos(idsOf(confirmed.filter(isOld)).filter((id) => !needed.has(id)))
}

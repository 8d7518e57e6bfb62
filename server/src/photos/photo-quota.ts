import { LONGEST_RETRY_AFTER_S } from '@veni/domain/api/protocol'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { sumPhotosBetween } from './store.ts'

const DAY_MS = 86_400_000

/** Throws `rate-limited` when the runner has stored as many photos or bytes in 24 hours as a runner may (decision 29). */
export async function checkPhotoQuota(
  { db, config, now }: Pick<Deps, 'db' | 'config' | 'now'>,
  runnerId: number,
): Promise<void> {
  const most = config.photosPerDay
  const at = now().getTime()
  // A photo of a clock that was further ahead would count until that time.
  const day = { since: new Date(at - DAY_MS), until: new Date(at + DAY_MS) }
  const stored = await sumPhotosBetween(db, runnerId, day)
  if (stored.count < most.count && stored.bytes < most.bytes) return
  const message = 'Too many photos in one day. They stay on the phone and are sent later.'
  throw new AppError('rate-limited', message, undefined, LONGEST_RETRY_AFTER_S)
}

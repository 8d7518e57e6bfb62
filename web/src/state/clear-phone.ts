/**
 * Leaves nothing readable of customers on the phone after a sign-out. Work that stays is sealed for its runner
 * (docs/decisions/0033-seal-unsent-work-at-sign-out.md).
 */
import type { SealingKeys } from '@veni/domain/api/sign-in'
import { toPhoneKey } from '@veni/domain/runner'
import { alone } from '../storage/sealed/alone.ts'
import { bucket, storage } from '../storage/phone-storage.ts'
import { openRows } from '../storage/sealed/open-rows.ts'
import { deleteOwnerlessPhotos, hasReadableRows } from '../storage/sealed/readable-rows.ts'
import { sealRows } from '../storage/sealed/seal-rows.ts'
import { canSeal } from '../storage/sealed/sealing-key.ts'
import { removeLeaving, sealingKeyOf } from './sealing-keys.ts'
import { PHONE_KEY, owner, readLeaving } from './session.ts'
import { deleteSnapshots } from './snapshots.ts'
import { deleteVisitRows } from './visit-rows.ts'

/** Clears the phone of every runner who has signed out. Throws when rows stay readable; the next start tries again. */
export const clearLeaving = (): Promise<void> =>
  alone(async () => {
    const failures: unknown[] = []
    for (const leaving of readLeaving()) {
      try {
        // The runner has signed in again.
        if (leaving !== owner()) await clear(leaving)
        removeLeaving(leaving)
      } catch (error) {
        failures.push(error)
      }
    }
    if (failures.length > 0) throw failures[0]
    await deleteEmptyStorage()
  })

async function deleteEmptyStorage(): Promise<void> {
  if (!isUnused()) return
  await deleteOwnerlessPhotos()
  if (!(await hasReadableRows()) && isUnused()) await storage.deleteAll()
}

/**
 * Opens the work of the runner who signs in. It waits for the end of a sealing, for a minute at most: a tab that is
 * frozen in the middle of one must not hold up a sign-in. Sealed work then stays sealed until the next sign-in.
 */
export function openSealed(phone: string, sealing: SealingKeys): Promise<void> {
  // Before the wait: a sign-out meanwhile enters the runner again, and then seals the rows again.
  removeLeaving(toPhoneKey(phone))
  return alone(async () => {
    if (!canSeal()) return
    const { public_key: publicKey, private_key: privateKey } = sealing
    await openRows(toPhoneKey(phone), { publicKey, privateKey })
  })
}

async function clear(leaving: string): Promise<void> {
  const sealingKey = sealingKeyOf(leaving)
  await Promise.all([deleteSnapshots(leaving), deleteVisitRows(leaving)])
  if (sealingKey === undefined || !canSeal()) return
  await sealRows(leaving, sealingKey, () => isBack(leaving))
  // The next start moves them, and seals them then.
  if (bucket.hasUnmoved()) throw new Error('Rows are still in the default storage')
  // The database has these records, and they are sealed.
  for (const list of ['settlements', 'cashPayments']) localStorage.removeItem(list)
}

/** Another tab may have stored a phone that this tab has not read yet. */
const isBack = (leaving: string) => toPhoneKey(localStorage.getItem(PHONE_KEY) ?? '') === leaving
/** While the rows were read, another runner may have signed in, worked and signed out: those rows are not sealed yet. */
const isUnused = () => isSignedOut() && readLeaving().length === 0
const isSignedOut = () => owner() === '' && localStorage.getItem(PHONE_KEY) === null

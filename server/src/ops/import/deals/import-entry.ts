import { createHash } from 'node:crypto'
import type { ExportedEntry, ExportedPhoto } from '@veni/domain/deal/file'
import { orderReplySchema } from '@veni/domain/order'
import { listSteps, makeStepKey, needsPhotoUrls, planCall, type StepName } from '@veni/domain/work'
import * as v from 'valibot'
import type { Tx } from '../../../db/client.ts'
import { transactIn } from '../../../db/transact.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../errors.ts'
import { photoUrl, findPhoto, storePhoto } from '../../../photos/service.ts'
import { writeForPhone } from './phone-writes.ts'

type PhotoUrls = Partial<Record<ExportedPhoto['role'], string>>

/**
 * Runs all steps of an entry of this runner under the phone's keys in one transaction. Throws `AppError` when a step is refused; then
 * nothing of the entry is stored.
 * @returns whether anything was new
 */
export async function importEntry(
  deps: Deps,
  runnerId: number,
  entry: ExportedEntry,
  photos: readonly ExportedPhoto[],
): Promise<boolean> {
  return transactIn(deps.db)(async (tx) => runSteps(deps, tx, { runnerId, entry, photos }))
}

async function runSteps(
  deps: Deps,
  tx: Tx,
  {
    runnerId,
    entry,
    photos,
  }: { runnerId: number; entry: ExportedEntry; photos: readonly ExportedPhoto[] },
): Promise<boolean> {
  const { work, customerId } = entry
  let { orderId } = entry
  let photoUrls: PhotoUrls = {}
  let isNew = false
  for (const step of listSteps(work.kind)) {
    if (step === 'photos') {
      const stored = await storePhotos({ ...deps, db: tx }, runnerId, photos)
      photoUrls = { ...findSentUrls(entry), ...stored.urls }
      isNew ||= stored.isNew
    }
    const call = planCall(work, step, { customerId, orderId, photoUrls })
    if (!call) continue
    const key = makeKey(entry, step)
    const { reply, isReplayed } = await writeForPhone(tx, deps, { runnerId, call, key })
    isNew ||= !isReplayed && !needsPhotoUrls(step)
    if (step === 'order') orderId = v.parse(orderReplySchema, reply)
  }
  return isNew
}

/** The phone may upload its photos to another host, so its own call with other links must still be accepted. */
function makeKey(entry: ExportedEntry, step: StepName): string | undefined {
  return needsPhotoUrls(step) ? undefined : makeStepKey(entry.id, step)
}

/** Photos that are not in the file keep the links that the phone has sent. */
function findSentUrls({ work }: ExportedEntry): PhotoUrls {
  if (work.kind !== 'cash-payment') return {}
  const { hair_photo_url: packet = '', cash_receipt_url: receipt = '' } = work.delivered
  return { packet, receipt }
}

async function storePhotos(deps: Deps, runnerId: number, photos: readonly ExportedPhoto[]) {
  const urls: PhotoUrls = {}
  let isNew = false
  for (const photo of photos) {
    const bytes = Buffer.from(photo.base64, 'base64')
    const hash = createHash('sha256').update(bytes).digest('hex')
    if (photo.sha256 !== '' && photo.sha256 !== hash) {
      throw new AppError('bad-request', `Its ${photo.role} photo is damaged in the file.`)
    }
    isNew ||= (await findPhoto(deps, runnerId, hash)) === undefined
    urls[photo.role] = photoUrl(await storePhoto(deps, runnerId, bytes))
  }
  return { urls, isNew }
}

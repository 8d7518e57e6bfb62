import { createHash } from 'node:crypto'
import type { ErrorReply } from '@veni/domain/api/protocol'
import type { ExportedEntry, ExportedPhoto } from '@veni/domain/deals-file'
import { orderReplySchema } from '@veni/domain/order'
import { callOf, plans, stepKey, type StepName } from '@veni/domain/unsent-work'
import * as v from 'valibot'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { photoAddress } from '../images/photo-address.ts'
import { findPhoto, keepPhoto } from '../images/service.ts'
import { type CallAnswer, openPhoneCalls, type PhoneCalls } from './phone-calls.ts'

type PhotoUrls = Partial<Record<ExportedPhoto['role'], string>>

/**
 * Does all that the phone would do for an entry, under its keys, in one transaction: it is taken whole or not at all.
 * @returns whether anything was new
 * Throws `AppError` with what was refused.
 */
export async function importEntry(
  deps: Deps,
  entry: ExportedEntry,
  photos: readonly ExportedPhoto[],
): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    // Whatever runs below, its own transactions included, is part of this one.
    const inside: Deps = { ...deps, db: tx }
    const calls = await openPhoneCalls(inside, entry.owner)
    const isNew = await makeCalls(inside, calls, entry, photos)
    // Of what is refused nothing stays, the session neither.
    await calls.end()
    return isNew
  })
}

async function makeCalls(
  deps: Deps,
  calls: PhoneCalls,
  entry: ExportedEntry,
  photos: readonly ExportedPhoto[],
): Promise<boolean> {
  const { work, customerId } = entry
  let { orderId } = entry
  let photoUrls: PhotoUrls = {}
  let isNew = false
  for (const step of plans[work.kind]) {
    if (step === 'photos') {
      const kept = await keepPhotos(deps, calls.runnerId, photos)
      photoUrls = { ...sentUrls(entry), ...kept.urls }
      isNew ||= kept.isNew
    }
    const call = callOf(work, step, { customerId, orderId, photoUrls })
    if (!call) continue
    const answer = requireDone(await calls.make(call, keyOf(entry, step)))
    isNew ||= !answer.isReplayed && step !== 'photo-links'
    if (step === 'order') orderId = v.parse(orderReplySchema, answer.body)
  }
  return isNew
}

/** Photos may lie elsewhere for the phone than here: its own call with other links must still be taken. */
function keyOf(entry: ExportedEntry, step: StepName): string | undefined {
  return step === 'photo-links' ? undefined : stepKey(entry.id, step)
}

function requireDone(answer: CallAnswer): CallAnswer {
  if (answer.status < 400) return answer
  const { code, message, fields } = (answer.body as ErrorReply).error
  throw new AppError(code, message, fields)
}

/** What the phone has said of photos that are not in the file stays as it is. */
function sentUrls({ work }: ExportedEntry): PhotoUrls {
  if (work.kind !== 'cash-payment') return {}
  const { hair_photo_url: packet = '', cash_receipt_url: receipt = '' } = work.delivered
  return { packet, receipt }
}

async function keepPhotos(deps: Deps, runnerId: number, photos: readonly ExportedPhoto[]) {
  const urls: PhotoUrls = {}
  let isNew = false
  for (const photo of photos) {
    const bytes = Buffer.from(photo.base64, 'base64')
    const hash = createHash('sha256').update(bytes).digest('hex')
    if (photo.sha256 !== '' && photo.sha256 !== hash) {
      throw new AppError('bad-request', `Its ${photo.role} photo is damaged in the file.`)
    }
    isNew ||= (await findPhoto(deps, runnerId, hash)) === undefined
    urls[photo.role] = photoAddress(await keepPhoto(deps, runnerId, bytes))
  }
  return { urls, isNew }
}

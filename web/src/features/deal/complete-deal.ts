/** Completes a visit: builds the deal, stores it and starts to send it. */
import { buildDeal, type Deal, type DealForm, type DealPhoto } from '@veni/domain/deal'
import { INVOICE_RANDOM_LENGTH } from '@veni/domain/invoice'
import type { Visit } from '@veni/domain/visit'
import { environment } from '../../lib/environment.ts'
import { reportProblem } from '../../lib/report.ts'
import { newEntry } from '../../outbox/entry.ts'
import { enqueueDeal } from '../../outbox/page-outbox.ts'
import { deleteReplacedPhotos } from '../../outbox/stores/deal-store.ts'
import type { StoredPhoto } from '../../outbox/stores/photo-store.ts'
import { findPhotoUrl } from '../../api/photo-address.ts'
import { clockOffset } from '../../state/clock-offset.ts'
import { owner } from '../../state/session.ts'

/** @throws if the phone could not store the deal; then nothing is stored or sent */
export async function completeDeal(visit: Visit, form: DealForm): Promise<Deal> {
  const { deal, work } = buildDeal(visit, form, {
    owner: owner(),
    now: environment().now(),
    clockOffsetS: clockOffset.get(),
    randomBytes: environment().randomBytes(INVOICE_RANDOM_LENGTH),
  })
  const entry = newEntry({
    id: visit.id,
    owner: deal.owner,
    customerId: deal.customerId,
    visitId: visit.id,
    createdAt: deal.createdAt,
    work,
    ...(visit.orderId !== undefined && { orderId: visit.orderId }),
  })
  const stored = await enqueueDeal(deal, deal.isDemo ? undefined : entry)
  // Another tab may have completed the visit, with photos of its own.
  if (stored === deal) deleteReplacedPhotos(entry).catch(reportUndeleted)
  return stored
}

const reportUndeleted = (error: unknown) => reportProblem('Replaced photos not deleted', error)

/** While the address of a photo is unknown, its local URL is an object URL; the bytes stay in the storage. */
export function dealPhoto(photo: StoredPhoto): DealPhoto {
  const url = findPhotoUrl(photo)
  const { id, bytes, type } = photo
  const localUrl = url || URL.createObjectURL(new Blob(bytes ? [bytes] : [], { type }))
  return { id, url, localUrl }
}

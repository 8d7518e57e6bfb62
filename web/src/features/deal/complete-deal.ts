/** Completes a visit: gathers what the deal needs, stores the deal and starts sending it. */
import { buildDeal, type Deal, type DealForm, type DealPhoto } from '@veni/domain/deal'
import { INVOICE_RANDOM_LENGTH } from '@veni/domain/invoice'
import type { Visit } from '@veni/domain/visit'
import { environment } from '../../lib/environment.ts'
import { newEntry } from '../../outbox/entry.ts'
import { completeDeal as storeAndSend } from '../../outbox/page-outbox.ts'
import type { StoredPhoto } from '../../outbox/photo-store.ts'
import { photoUrl } from '../../outbox/photo-transport.ts'
import { owner } from '../../state/session.ts'

/** Rejects only when the phone could not store the deal: then nothing is stored and nothing is sent. */
export function completeDeal(visit: Visit, form: DealForm): Promise<Deal> {
  const { deal, work } = buildDeal(visit, form, {
    owner: owner(),
    now: environment().now(),
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
  return storeAndSend(deal, deal.isDemo ? undefined : entry)
}

/** A photo that is not uploaded yet is shown by an object URL; its bytes stay in the storage. */
export function dealPhoto(photo: StoredPhoto): DealPhoto {
  const url = photoUrl(photo)
  const { id, bytes, type } = photo
  const localUrl = url || URL.createObjectURL(new Blob(bytes ? [bytes] : [], { type }))
  return { id, url, localUrl }
}

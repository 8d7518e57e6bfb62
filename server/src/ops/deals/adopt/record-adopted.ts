import { listRecordSteps, planCall, type Work } from '@veni/domain/work'
import { orderReplySchema } from '@veni/domain/order'
import * as v from 'valibot'
import type { Tx, Writer } from '../../../db/client.ts'
import { transactIn } from '../../../db/transact.ts'
import type { Deps } from '../../../deps.ts'
import { findOrderOfInvoice } from '../../../orders/service.ts'
import { linkPhotos } from '../../../work/record-work.ts'
import { runStep } from '../../../work/run-step.ts'
import { prepare, type ReadPhoto, storePhotos } from '../../import/deals/import-entry.ts'

export interface AdoptedWork {
  readonly runnerId: number
  readonly customerId: string
  readonly work: Work
  /** The fields that the phone did not tell. */
  readonly filled: readonly string[]
}

/**
 * Records a deal from damaged rows in one transaction, with the flag `adopted`. It uses no key of the phone: what the
 * phone sends later under its keys may be whole. Throws `AppError` for a refusal.
 * @returns what the office should know: each is a part of a sentence
 */
export async function recordAdopted(
  deps: Deps,
  adopted: AdoptedWork,
  photos: readonly ReadPhoto[],
): Promise<readonly string[]> {
  const fields = adopted.filled.length > 0 ? adopted.filled : ['record']
  return transactIn(deps.db)(async (tx) => {
    const asOffice = { ...deps, isOffice: true, adopted: fields }
    const remarks = await prepare(tx, adopted.runnerId, adopted)
    const delivered = await findDelivered(tx, adopted)
    const orderId = await runSteps(tx, asOffice, adopted, delivered?.id)
    const stored = await storePhotos({ ...deps, db: tx }, adopted.runnerId, photos)
    const photoUrls = { ...delivered?.urls, ...stored.urls }
    const own = { ...adopted, id: '', work: delivered?.work ?? adopted.work }
    await linkPhotos(tx, asOffice, own, { orderId, photoUrls })
    return remarks
  })
}

/** The order of the deal, when the phone delivered it before: it stays as it is, apart from its photos. */
async function findDelivered(tx: Tx, { runnerId, work }: AdoptedWork) {
  if (work.kind !== 'cash-payment') return undefined
  const order = await findOrderOfInvoice(tx, runnerId, work.payment.invoice_id)
  if (order?.status !== 'delivered') return undefined
  const urls = { packet: order.hairPhotoUrl ?? '', receipt: order.cashReceiptUrl ?? '' }
  const links = { hair_photo_url: urls.packet, cash_receipt_url: urls.receipt }
  const asStored: Work = { ...work, delivered: { status: 'delivered', ...links } }
  return { id: order.id, urls, work: asStored }
}

async function runSteps(
  tx: Tx,
  deps: Pick<Deps, 'now' | 'log'> & Pick<Writer, 'isOffice' | 'adopted'>,
  { runnerId, customerId, work }: AdoptedWork,
  deliveredId: number | undefined,
): Promise<number | undefined> {
  let orderId = deliveredId?.toString()
  for (const step of listRecordSteps(work.kind)) {
    if (deliveredId !== undefined && step === 'delivered') continue
    const call = planCall(work, step, { customerId, orderId, photoUrls: {} })
    if (!call) continue
    const { reply } = await runStep(tx, deps, { runnerId, call })
    if (step === 'order') orderId = v.parse(orderReplySchema, reply)
  }
  return orderId === undefined ? undefined : Number(orderId)
}

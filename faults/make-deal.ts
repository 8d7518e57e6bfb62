/** A deal as the runner of a simulation makes it, with photos of its own, several hair lines and long texts. */
import { createHash } from 'node:crypto'
import type { PhotoRole } from '@veni/domain/photo'
import { paise } from '@veni/domain/money'
import type { Visit } from '@veni/domain/visit'
import type { StoredPhoto } from '../web/src/outbox/stores/photo-store.ts'
import type { VisitMade } from './expected-state.ts'
import type { App } from './phone-apps.ts'
import type { RunnerAction } from './shift.ts'
import { expectedValue, longText, place, type PricedContents } from './visits.ts'

export type DealAction = Extract<RunnerAction, { kind: 'cash payment' | 'settlement' }>

/** What the runner types in the visit. */
export const newVisitMade = (
  id: string,
  action: DealAction,
  contents: PricedContents,
  { by, isRefused }: Pick<VisitMade, 'by' | 'isRefused'>,
): VisitMade => ({
  id,
  value: expectedValue(contents),
  contents,
  upiReference: isPaidByUpi(action) ? longText(`UPI ${id}`) : '',
  photos: new Map(),
  cutPhotos: new Set(),
  replacedPhotos: new Map(),
  shown: [],
  by,
  isRefused,
  isDeliveryShown: false,
})

export interface PhotoOfVisit {
  readonly visit: Pick<Visit, 'id'> & { readonly customer: Pick<Visit['customer'], 'id'> }
  readonly role: PhotoRole
  /** In ms since 1970, by the clock of the phone. */
  readonly takenAt: number
  readonly bytes: ArrayBuffer
}

/** @returns the photo as the phone has stored it, and the hash of what was photographed */
export async function photographVisit(app: App, { bytes, ...taken }: PhotoOfVisit) {
  const sha256 = createHash('sha256').update(new Uint8Array(bytes)).digest('hex')
  const photo = await app.storeVisitPhoto(
    { bytes, type: 'image/gif' },
    { ...taken, takenBy: app.owner() },
  )
  return { photo, sha256 }
}

const isPaidByUpi = (action: DealAction) =>
  action.kind === 'cash payment' && action.payoutMethod === 'upi'

interface Parts {
  readonly app: App
  readonly packet: StoredPhoto
  readonly receipt: StoredPhoto | undefined
}

export function completeVisit(
  visit: Visit,
  action: DealAction,
  { upiReference }: VisitMade,
  { app: { completeDeal, dealPhoto }, packet, receipt }: Parts,
) {
  const parts = { packet: dealPhoto(packet), location: place }
  if (action.kind === 'settlement') return completeDeal(visit, { kind: 'settlement', ...parts })
  return completeDeal(visit, {
    kind: 'cash-payment',
    ...parts,
    receipt: receipt && dealPhoto(receipt),
    payoutMethod: action.payoutMethod,
    upiReference,
    cashAmountPaise: paise(action.paise),
  })
}

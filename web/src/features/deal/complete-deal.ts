/** Turns a visit into a deal: one invoice id, made before anything is sent (ruling 22). */
import { invoiceId, INVOICE_RANDOM_LENGTH, type DealKind } from '@veni/domain/invoice'
import { rupeesFromPaise, ZERO_PAISE, type Paise } from '@veni/domain/money'
import { dealOrderBody, type OrderUpdate, type PayoutMethod } from '@veni/domain/order'
import type { Location } from '@veni/domain/location'
import { isDemoVisit, type Visit } from '@veni/domain/visit'
import type { Work } from '@veni/domain/work'
import { environment } from '../../lib/environment.ts'
import type { Deal } from '../../outbox/deal-store.ts'
import { newEntry } from '../../outbox/entry.ts'
import { completeDeal } from '../../outbox/page-outbox.ts'
import type { StoredPhoto } from '../../outbox/photo-store.ts'
import { photoUrl } from '../../outbox/photo-transport.ts'
import { owner } from '../../state/session.ts'
import { dealRecord } from './deal-record.ts'

export interface SettlementForm {
  readonly packet: StoredPhoto
  readonly location: Location
}

export interface CashPaymentForm extends SettlementForm {
  readonly receipt: StoredPhoto | undefined
  readonly payoutMethod: PayoutMethod
  readonly upiReference: string
  /** undefined when the field is empty: nothing was paid or collected in cash. */
  readonly cashAmountPaise: Paise | undefined
}

/** Rejects only when the phone could not store the deal; nothing is done then and nothing is sent. */
export function completeCashPayment(visit: Visit, form: CashPaymentForm): Promise<Deal> {
  const { at, id, common } = opening(visit, 'cash-payment', form)
  const payment = {
    ...common,
    cash_amount: rupeesFromPaise(form.cashAmountPaise ?? ZERO_PAISE),
    payout_method: form.payoutMethod,
    upi_reference: form.payoutMethod === 'upi' ? form.upiReference.trim() : '',
    cash_receipt_url: photoUrl(form.receipt),
    payment_date: new Date(at).toISOString(),
    status: 'completed' as const,
  }
  const record = {
    ...payment,
    hair_photo_url: shownUrl(form.packet),
    cash_receipt_url: shownUrl(form.receipt),
  }
  const deal: Deal = { ...dealHead(visit, id, at), kind: 'cash-payment', record }
  return store(visit, deal, {
    kind: 'cash-payment',
    order: orderBody(visit, id, form),
    delivered: deliveredBody(payment),
    payment,
    photos: photosOf(form.packet, form.receipt),
  })
}

/** As {@link completeCashPayment}, for hair redeemed as gift items. */
export function completeSettlement(visit: Visit, form: SettlementForm): Promise<Deal> {
  const { at, id, common } = opening(visit, 'settlement', form)
  const settlement = {
    ...common,
    settlement_date: new Date(at).toISOString(),
    status: 'confirmed' as const,
  }
  const record = { ...settlement, hair_photo_url: shownUrl(form.packet) }
  const deal: Deal = { ...dealHead(visit, id, at), kind: 'settlement', record }
  return store(visit, deal, { kind: 'settlement', settlement, photos: photosOf(form.packet) })
}

function opening(visit: Visit, kind: DealKind, form: SettlementForm) {
  const at = environment().now()
  const random = environment().randomBytes(INVOICE_RANDOM_LENGTH)
  const id = invoiceId(kind, at, random)
  const evidence = { packetUrl: photoUrl(form.packet), location: form.location }
  return { at, id, common: dealRecord(visit, id, evidence) }
}

const dealHead = (visit: Visit, id: string, at: number) => ({
  visitId: visit.id,
  invoiceId: id,
  owner: owner(),
  customerId: visit.customer.id,
  createdAt: at,
  isDemo: isDemoVisit(visit),
})

function store(visit: Visit, deal: Deal, work: Work): Promise<Deal> {
  const { owner: dealOwner, customerId, createdAt, isDemo } = deal
  const entry = newEntry({
    id: visit.id,
    owner: dealOwner,
    customerId,
    visitId: visit.id,
    createdAt,
    work,
    ...(visit.orderId !== undefined && { orderId: visit.orderId }),
  })
  return completeDeal(deal, isDemo ? undefined : entry)
}

const orderBody = (visit: Visit, id: string, form: CashPaymentForm) =>
  dealOrderBody({
    customerId: visit.customer.id,
    visitId: visit.id,
    invoiceId: id,
    items: visit.cart.items,
    hairValuePaise: visit.cart.hairValuePaise,
    payoutMethod: form.payoutMethod,
    deliveryAddress: visit.customer.location,
    customerNotes: '',
    runnerNotes: `Invoice ${id}`,
    hairPhotoUrl: photoUrl(form.packet),
    cashReceiptUrl: photoUrl(form.receipt),
  })

const deliveredBody = (payment: {
  readonly invoice_id: string
  readonly visit_id: string
  readonly payment_date: string
  readonly cash_amount: number
  readonly payout_method: PayoutMethod
  readonly upi_reference: string
  readonly hair_photo_url: string
  readonly cash_receipt_url: string
}): OrderUpdate => ({
  status: 'delivered',
  runner_notes: payment.upi_reference
    ? `Invoice ${payment.invoice_id}, UPI reference ${payment.upi_reference}`
    : `Invoice ${payment.invoice_id}`,
  delivery_date: payment.payment_date,
  actual_amount: payment.cash_amount,
  payment_type: payment.payout_method,
  hair_photo_url: payment.hair_photo_url,
  cash_receipt_url: payment.cash_receipt_url,
  visit_id: payment.visit_id,
  invoice_id: payment.invoice_id,
})

const photosOf = (packet: StoredPhoto, receipt?: StoredPhoto) => [
  { id: packet.id, role: 'packet' as const },
  ...(receipt ? [{ id: receipt.id, role: 'receipt' as const }] : []),
]

/** A photo that is nowhere yet is recorded under a local object URL (spec §7); its bytes stay in the database. */
function shownUrl(photo: StoredPhoto | undefined): string {
  if (!photo) return ''
  return (
    photoUrl(photo) ||
    URL.createObjectURL(new Blob(photo.bytes ? [photo.bytes] : [], { type: photo.type }))
  )
}

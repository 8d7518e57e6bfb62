import { isWrongClock } from '@veni/domain/clock'
import { LOCATION_NOT_AVAILABLE } from '@veni/domain/location'
import { type DealOverview, isOpenable, type PhotoReplaced } from '../../deals/deal-overview.ts'
import { localTime } from '../describe.ts'
import { describeFlag, describeRunner } from './describe-flag.ts'
import type { DealPhoto, PhotoState } from '../../deals/deal-photos.ts'

/** Describes a deal in a few lines. A line that needs a check starts with `!`. */
export function describeDeal(deal: DealOverview): string[] {
  const { invoice_id, received_at, runner, customer_name, customer_id } = deal
  const who = describeRunner(runner)
  const kind = deal.kind === 'settlement' ? 'items settlement' : 'cash payment'
  return [
    `${invoice_id}  received ${localTime(received_at)}  ${who}  ${kind}`,
    `  ${describeCompletion(deal)}`,
    `  ${customer_name} (customer ${customer_id}): ${describeAmounts(deal)}`,
    `  ${describePlace(deal.location)}`,
    ...describePhoto('packet photo', deal.packet),
    ...(deal.receipt ? describePhoto('cash receipt', deal.receipt) : []),
    ...describeDifferences(deal),
    ...describeFlags(deal),
    ...(deal.is_erase_due
      ? [`! customer ${customer_id} is erased, and a photo came later: erase the customer again`]
      : []),
  ]
}

/** The phone's time as it is, because the office has to know what the runner saw, and what it is when corrected. */
function describeCompletion({ completed_at, clock_offset_s: offset }: DealOverview): string {
  const own = `completed ${localTime(completed_at)} by the phone's clock`
  if (offset === undefined || !isWrongClock(offset)) return own
  const corrected = new Date(Date.parse(completed_at) + offset * 1_000)
  return `${own}, ${localTime(corrected.toISOString())} by the server's`
}

function describeAmounts(deal: DealOverview): string {
  const way = deal.balance_type === 'return' ? 'returned' : 'collected'
  const { hair_value, items_total, balance_amount } = deal
  return `hair ₹${hair_value}, items ₹${items_total}, ₹${balance_amount} ${way}`
}

function describePlace(location: DealOverview['location']): string {
  const { latitude, longitude, address, accuracy_m, age_s, reason } = location
  if (address === LOCATION_NOT_AVAILABLE.address) return reason ? `${address}: ${reason}` : address
  const exactness = [
    ...(accuracy_m === undefined ? [] : [`±${Math.round(accuracy_m)} m`]),
    ...(age_s === undefined ? [] : [`${Math.round(age_s)} s old`]),
  ]
  const suffix = exactness.length > 0 ? ` (${exactness.join(', ')})` : ''
  return `${address}, ${latitude}, ${longitude}${suffix}`
}

const photoStates = {
  received: 'received',
  lost: 'lost: the server had it, and its file is gone or damaged',
  pending: 'pending, still on the phone',
  elsewhere: 'at another image host',
  unusable: 'not a photo that the office can open',
  unnamed: 'not named in the deal',
} as const satisfies Record<PhotoState, string>

function describePhoto(name: string, { state, usedBy }: DealPhoto): string[] {
  const mark = isOpenable({ state }) ? ' ' : '!'
  return [
    `${mark} ${name}: ${photoStates[state]}`,
    ...(usedBy.length > 0 ? [`! ${name}: also in ${usedBy.join(', ')}`] : []),
  ]
}

const differenceKinds = {
  sum: 'wrong sum',
  cash: 'cash differs from the balance',
  price: 'changed price',
} as const

function describeDifferences({ differences = [], is_recounted }: DealOverview): string[] {
  if (!is_recounted) return ['  not recounted: stored by an older server']
  return differences.map(({ field, phone, office, kind }) => {
    const mark = kind === 'price' ? ' ' : '!'
    return `${mark} ${differenceKinds[kind]}: ${field} ${phone}, recount ${office ?? 'none'}`
  })
}

const flagKinds = {
  'unknown-price': 'the office never had this price',
  'wrong-time': 'impossible time, or more than a month on its way',
  'wrong-clock': "the phone's clock was wrong",
  'customer-of-another-runner': "the customer was another runner's when the deal arrived",
  'settled-again': 'the customer was settled more than once, also by',
  'newer-flag': 'a newer release has flagged it',
  'no-upi-reference': 'paid by UPI without a reference',
  'upi-reference-used': 'another deal has the same UPI reference',
  'receipt-is-packet': 'the photo of the packet is also the cash receipt',
  'large-amount': 'above the legal limit for cash',
  adopted: 'adopted by the office, not read from the phone',
  'sent-later': 'the phone sent it later with another value',
  'not-collected': 'the customer owed money, and the deal does not say that it was collected',
  'large-return': 'much money went back to the customer, and a settlement has no receipt for it',
  'no-items': 'a settlement without items',
  'no-hair': 'a deal without hair',
  'large-weight': 'more hair than one customer has',
  'below-minimum': 'less hair than the office pays for',
  'repeated-hair-type': 'the hair type has more than one line',
  'no-place': 'a place that no phone reports',
  'order-missing': 'it has no order',
  'order-differs': 'its order has other products, or another amount, invoice, date or status',
} as const satisfies Record<
  Exclude<DealOverview['flags'][number]['kind'], 'photo-replaced'>,
  string
>

function describeFlags({ flags, is_checked, is_recounted }: DealOverview): string[] {
  if (!is_checked && is_recounted) return ['  not checked: stored by an older server']
  return flags.map((flag) =>
    flag.kind === 'photo-replaced' ? describeReplaced(flag) : describeFlag(flag, flagKinds),
  )
}

const photoNames = { hair_photo_url: 'packet photo', cash_receipt_url: 'cash receipt' } as const

/** A photo that was taken after the deal is weaker evidence. */
function describeReplaced({ field, number, reason, ...at }: PhotoReplaced): string {
  const why =
    reason === 'photo-lost' ? 'was no longer on the phone' : `was refused by the server: ${reason}`
  const times = `taken ${localTime(at.taken_at)} by the phone's clock, received ${localTime(at.received_at)}`
  const often = number > 1 ? ` ${number} times` : ''
  return `! ${photoNames[field]} replaced after the deal${often}, ${times}; the one before ${why}`
}

/** The deals of a phone, compared with those of the office and with what the runner did. */
import type { Deal } from '@veni/domain/deal'
import type { OutboxEntry } from '../web/src/outbox/entry.ts'
import { isPhotoLost } from './expected-losses.ts'
import type { ExpectedState, VisitMade } from './expected-state.ts'
import type { FinalPhone, FinalState } from './final-state.ts'
import { compareTyped } from './typed.ts'

export function checkDeals(phone: FinalPhone, state: FinalState): string[] {
  return [...phone.expected.visits.values()].flatMap((visit) => checkDeal(visit, phone, state))
}

type DealRow = FinalState['cash' | 'settlements'][number]

function checkDeal(visit: VisitMade, phone: FinalPhone, state: FinalState): string[] {
  const violations: string[] = []
  const check = (holds: boolean, what: string) =>
    holds || violations.push(`${what}: visit ${visit.id}`)
  const onPhone = phone.deals.find(({ visitId }) => visitId === visit.id)
  const onServer = [...state.cash, ...state.settlements].filter(
    ({ visitId }) => visitId === visit.id,
  )
  const [row] = onServer
  check(onServer.length <= 1, 'doubled deal')
  if (visit.eviction) return [...violations, ...checkEvicted(visit, row, phone.expected, state)]
  check(new Set(visit.shown.map(({ invoiceId }) => invoiceId)).size <= 1, 'two invoices were shown')
  check(
    visit.shown.every(({ invoiceId }) => invoiceId === onPhone?.invoiceId),
    'shown, but no longer on the phone',
  )
  if (visit.isRefused && !isImported(visit.id, state)) {
    check(!row, 'the server took what it had to refuse')
    return violations
  }
  check(!onPhone || row !== undefined, 'lost deal')
  check(!row || onPhone !== undefined, 'the server has a deal that the phone does not have')
  if (!row || !onPhone) return violations
  check(row.invoiceId === onPhone.invoiceId, 'another invoice on the server')
  check(
    visit.isRefused || isAcknowledged(onPhone, phone),
    'the phone has no acknowledgement of the deal',
  )
  check(!visit.isDeliveryShown || ('status' in row && row.status === 'delivered'), 'lost delivery')
  checkAmounts(visit, row, check)
  checkShown(onPhone, visit, row, check)
  for (const what of compareTyped(visit, row, phone.expected)) check(false, what)
  return violations
}

type Holds = (holds: boolean, what: string) => unknown

function checkAmounts({ value }: VisitMade, row: DealRow, check: Holds): void {
  const balance = value.hairPaise - value.itemsPaise
  check(row.hairValuePaise === value.hairPaise, 'another hair value')
  check(row.itemsTotalPaise === value.itemsPaise, 'another total of items')
  check(row.balancePaise === Math.abs(balance), 'another balance')
  check((row.balanceType === 'collect') === balance < 0, 'the balance has the other direction')
}

function checkShown(onPhone: Deal, { value }: VisitMade, row: DealRow, check: Holds): void {
  check(onPhone.record.hair_value * 100 === value.hairPaise, 'another hair value on the phone')
  if (onPhone.kind === 'cash-payment' && 'cashAmountPaise' in row)
    check(
      row.cashAmountPaise === Math.round(onPhone.record.cash_amount * 100),
      'another amount of cash',
    )
}

/**
 * A deal that the browser has deleted from the phone. If the phone had shown it as received, the office has it, unless the
 * office has restored a backup since. The record is as the runner made it. Photos may be missing if it was not received.
 */
function checkEvicted(
  visit: VisitMade,
  row: DealRow | undefined,
  expected: ExpectedState,
  state: FinalState,
): string[] {
  const violations: string[] = []
  const check = (holds: boolean, what: string) =>
    holds || violations.push(`${what}: evicted visit ${visit.id}`)
  const { isReceived = false } = visit.eviction ?? {}
  const isRestored = (expected.answeredAt.get(visit.id) ?? -Infinity) <= expected.restoredAt
  check(row !== undefined || !isReceived || isRestored, 'lost deal')
  if (!row) return violations
  check(!visit.isRefused || isImported(visit.id, state), 'the server took what it had to refuse')
  checkAmounts(visit, row, check)
  for (const what of compareTyped(visit, row, expected))
    check(!isReceived && what.startsWith('photo'), what)
  return violations
}

/** Whether the office has imported a deal that the server has to refuse. */
export const isImported = (id: string, { effects }: Pick<FinalState, 'effects'>) =>
  effects.some((effect) => 'key' in effect && effect.key === `${id}:work` && effect.isImported)

const isAcknowledged = ({ visitId, receivedAt }: Deal, phone: FinalPhone) =>
  receivedAt !== undefined ||
  isPhotoLostRightly(
    phone.waiting.find((entry) => entry.visitId === visitId),
    phone,
  )

/** A person has to replace the photo. */
export const isPhotoLostRightly = (entry: OutboxEntry | undefined, phone: FinalPhone) =>
  entry?.state === 'refused' &&
  entry.refusal?.code === 'photo-lost' &&
  (phone.mayLosePhotos || hasLostPhoto(entry, phone.expected))

const hasLostPhoto = ({ work }: OutboxEntry, expected: ExpectedState) =>
  'photos' in work && work.photos.some(({ id }) => isPhotoLost(expected, id))

/** Customers, the rules of their statuses, and which customers a runner sees. */
import * as v from 'valibot'
import { isCalendarDay, isDue } from './follow-up.ts'
import { looseId, looseList, looseOptionalId, looseText } from './api/wire.ts'

export interface Customer {
  readonly id: string
  readonly state: string
  readonly district: string
  readonly villageInfo: string
  readonly memberName: string
  readonly fatherOrHusbandName: string
  readonly mobile: string
  readonly email: string
  /** Usually a {@link CustomerStatus}; an unknown one is stored and shown unchanged. */
  readonly status: string
  /** '' when the customer has no runner yet. */
  readonly runnerId: string
  readonly extra: string
  readonly comments: string
  /** `YYYY-MM-DD`, or '' when none is set. */
  readonly nextFollowup: string
}

interface StatusRule {
  /** The position of the section in /deliveries; absent when the status has no section. */
  readonly section?: number
  /** The card has the highlight bar and the Priority badge. */
  readonly priority: boolean
  /** The list of the customer's own runner does not show the customer. */
  readonly hiddenFromList: boolean
}

/** The rules of each status for the list; web/src/i18n has the labels. */
export const customerStatuses = {
  assigned: { section: 1, priority: true, hiddenFromList: false },
  interested: { section: 2, priority: true, hiddenFromList: false },
  hold: { section: 3, priority: false, hiddenFromList: false },
  pending: { priority: false, hiddenFromList: true },
  delivered: { priority: false, hiddenFromList: true },
  rejected: { priority: false, hiddenFromList: true },
} as const satisfies Record<string, StatusRule>

export type CustomerStatus = keyof typeof customerStatuses

export const CUSTOMER_STATUSES = Object.keys(customerStatuses) as readonly CustomerStatus[]

export function isCustomerStatus(status: string): status is CustomerStatus {
  return Object.hasOwn(customerStatuses, status)
}

/**
 * The list has the runner's own open customers, and interested customers without a runner.
 * @param runnerId the signed-in runner
 */
export function isOnListOf(customer: Pick<Customer, 'runnerId' | 'status'>, runnerId: string) {
  if (customer.runnerId === '') return customer.status === 'interested'
  if (customer.runnerId !== runnerId) return false
  return !(isCustomerStatus(customer.status) && customerStatuses[customer.status].hiddenFromList)
}

export interface CustomerSection {
  /** A status, or 'other' for customers with a status that is not in {@link customerStatuses}. */
  readonly status: CustomerStatus | 'other'
  readonly priority: boolean
  readonly customers: readonly Customer[]
}

const sectionOrder = CUSTOMER_STATUSES.filter((status) => 'section' in customerStatuses[status])

/**
 * Sections in the order assigned, interested, hold; empty ones are left out.
 * @param today the runner's calendar day; the hold section starts with due and overdue follow-ups
 */
export function groupByStatus(customers: readonly Customer[], today: string): CustomerSection[] {
  const ofStatus = (status: string) => customers.filter((customer) => customer.status === status)
  const sections: CustomerSection[] = sectionOrder.map((status) => ({
    status,
    priority: customerStatuses[status].priority,
    customers: status === 'hold' ? sortDueFirst(ofStatus(status), today) : ofStatus(status),
  }))
  const others = customers.filter((customer) => !isCustomerStatus(customer.status))
  return [...sections, { status: 'other' as const, priority: false, customers: others }].filter(
    (section) => section.customers.length > 0,
  )
}

export function countCustomers(sections: readonly CustomerSection[]): number {
  return sections.reduce((sum, { customers }) => sum + customers.length, 0)
}

/** The most overdue customer comes first; customers that are not due stay in the order of the reply. */
function sortDueFirst(held: readonly Customer[], today: string): Customer[] {
  const isCustomerDue = (customer: Customer) => isDue(customer.nextFollowup, today)
  const due = held.filter(isCustomerDue)
  due.sort((one, other) =>
    one.nextFollowup < other.nextFollowup ? -1 : Number(one.nextFollowup > other.nextFollowup),
  )
  return [...due, ...held.filter((customer) => !isCustomerDue(customer))]
}

/** `Village, District, State`, without missing parts. */
export function formatPlace(customer: Pick<Customer, 'villageInfo' | 'district' | 'state'>) {
  return [customer.villageInfo, customer.district, customer.state].filter(Boolean).join(', ')
}

/** India has one time zone and no summer time. */
const INDIA_OFFSET_MS = 330 * 60_000

/**
 * Plain portals send a day as `2026-11-22` or as an instant: midnight UTC, or midnight in India, which is
 * `2026-11-21T18:30:00.000Z`. Both instants belong to the same day in India.
 */
const looseDate = v.pipe(
  looseText,
  v.transform((text) => {
    const instant = /T.*Z$/.test(text) ? Date.parse(text) : Number.NaN
    const day = Number.isNaN(instant)
      ? (/^[^T ]*/.exec(text)?.[0] ?? '')
      : new Date(instant + INDIA_OFFSET_MS).toISOString().slice(0, 10)
    return isCalendarDay(day) ? day : ''
  }),
)

export const customerSchema = v.pipe(
  v.object({
    id: looseId,
    state: v.optional(looseText, ''),
    district: v.optional(looseText, ''),
    village_info: v.optional(looseText, ''),
    member_name: v.optional(looseText, ''),
    father_or_husband_name: v.optional(looseText, ''),
    mobile: v.optional(looseText, ''),
    email: v.optional(looseText, ''),
    status: v.optional(looseText, ''),
    runner_id: looseOptionalId,
    extra: v.optional(looseText, ''),
    comments: v.optional(looseText, ''),
    next_followup: v.optional(looseDate, ''),
  }),
  v.transform((record): Customer => ({
    id: record.id,
    state: record.state,
    district: record.district,
    villageInfo: record.village_info,
    memberName: record.member_name,
    fatherOrHusbandName: record.father_or_husband_name,
    mobile: record.mobile,
    email: record.email,
    status: record.status,
    runnerId: record.runner_id ?? '',
    extra: record.extra,
    comments: record.comments,
    nextFollowup: record.next_followup,
  })),
)

/** GET /api/customers: an array of records; records without an id are ignored. */
export const customersReplySchema = v.pipe(
  v.array(v.unknown()),
  // Other lists, such as `[{"error": …}]`, are failures: accepting one would empty the runner's list (ruling 25).
  v.check((list) => list.length === 0 || list.some((item) => v.is(customerSchema, item))),
  looseList(customerSchema, (customer) => customer.id),
)

/** GET /api/customers?id=…: an array that contains the customer, or one object. */
export function customerReplySchema(id: string) {
  return v.union([
    v.pipe(
      customersReplySchema,
      v.transform((customers) => customers.find((customer) => customer.id === id)),
    ),
    v.pipe(
      customerSchema,
      v.transform((customer) => (customer.id === id ? customer : undefined)),
    ),
  ])
}

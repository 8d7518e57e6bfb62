/** The status actions of the enquiry screen, as data. */
import type { CustomerUpdate } from '@veni/domain/api/customers'
import { WIRE_RUNNER_ID } from '@veni/domain/runner'
import type { CustomerStatus } from '@veni/domain/customer'
import type { MessageKey } from '../../../i18n/en.ts'

interface StatusActionRule {
  readonly label: MessageKey & `enquiry.${string}`
  /** The name of the status in the question. */
  readonly confirmAs: MessageKey & `enquiry.confirm.${string}`
  /** The status that is sent. */
  readonly status: CustomerStatus
  /** undefined: the runner types the notes. */
  readonly notes: string | undefined
  readonly leadsTo: 'paymentMode' | 'deliveries'
  readonly isHidden: boolean
}

export const statusActions = {
  interested: {
    label: 'enquiry.interested',
    confirmAs: 'enquiry.confirm.interested',
    status: 'pending',
    notes: 'Customer is interested and order is being processed',
    leadsTo: 'paymentMode',
    isHidden: false,
  },
  hold: {
    label: 'enquiry.hold',
    confirmAs: 'enquiry.confirm.hold',
    status: 'hold',
    notes: undefined,
    leadsTo: 'deliveries',
    isHidden: false,
  },
  rejected: {
    label: 'enquiry.rejected',
    confirmAs: 'enquiry.confirm.rejected',
    status: 'rejected',
    notes: 'Customer has rejected the offer',
    leadsTo: 'deliveries',
    isHidden: false,
  },
  pending: {
    label: 'enquiry.pending',
    confirmAs: 'enquiry.confirm.pending',
    status: 'pending',
    notes: 'Order created but status not updated or other pending cases',
    leadsTo: 'deliveries',
    isHidden: true,
  },
} as const satisfies Record<string, StatusActionRule>

export type StatusAction = keyof typeof statusActions

export const VISIBLE_ACTIONS = (Object.keys(statusActions) as StatusAction[]).filter(
  (action) => !statusActions[action].isHidden,
)

export interface HoldReason {
  readonly comments: string
  /** `YYYY-MM-DD`, or '' when none was chosen. */
  readonly nextFollowup: string
}

/** The body of PUT /api/customers/{id} for every action but hold. */
export function statusUpdate(action: Exclude<StatusAction, 'hold'>): CustomerUpdate {
  const { status, notes } = statusActions[action]
  return { status, notes, runner_id: WIRE_RUNNER_ID }
}

/** The comment has both names, because servers read one or the other. */
export function holdUpdate({ comments, nextFollowup }: HoldReason): CustomerUpdate {
  return {
    status: statusActions.hold.status,
    notes: comments,
    comments,
    runner_id: WIRE_RUNNER_ID,
    ...(nextFollowup && { next_followup: nextFollowup }),
  }
}

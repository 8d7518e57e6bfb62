import { isCustomerStatus, type CustomerStatus } from '@veni/domain/customer'
import {
  BadgeCheck,
  CirclePause,
  CircleQuestionMark,
  CircleX,
  Clock,
  ThumbsUp,
  UserCheck,
  type LucideIcon,
  FlaskConical,
} from 'lucide-react'
import type { MessageKey } from '../../i18n/en.ts'
import { useTranslate, type Translate } from '../../i18n/translate.ts'
import { Badge } from '../../ui/display/badge.tsx'
import type { Tone } from '../../ui/style.ts'

interface StatusDisplay {
  readonly tone: Tone
  readonly icon: LucideIcon
  readonly label: MessageKey & `status.${string}.label`
  /** Missing when the label needs no explanation. */
  readonly meaning?: MessageKey & `status.${string}.meaning`
}

const displays = {
  assigned: {
    tone: 'primary',
    icon: UserCheck,
    label: 'status.assigned.label',
    meaning: 'status.assigned.meaning',
  },
  interested: {
    tone: 'priority',
    icon: ThumbsUp,
    label: 'status.interested.label',
    meaning: 'status.interested.meaning',
  },
  hold: {
    tone: 'hold',
    icon: CirclePause,
    label: 'status.hold.label',
    meaning: 'status.hold.meaning',
  },
  pending: {
    tone: 'muted',
    icon: Clock,
    label: 'status.pending.label',
    meaning: 'status.pending.meaning',
  },
  delivered: { tone: 'return', icon: BadgeCheck, label: 'status.delivered.label' },
  rejected: { tone: 'collect', icon: CircleX, label: 'status.rejected.label' },
} as const satisfies Record<CustomerStatus, StatusDisplay>

/** The colour of a customer's card and badge. */
export function statusTone(status: string): Tone {
  return isCustomerStatus(status) ? displays[status].tone : 'plain'
}

export function statusLabel(status: CustomerStatus, t: Translate): string {
  return t(displays[status].label)
}

/** As {@link statusLabel}; an unknown status keeps its own text. */
export function statusName(status: string, t: Translate): string {
  return isCustomerStatus(status) ? statusLabel(status, t) : status
}

/** Explains a status to the runner; undefined when the badge needs no explanation. */
export function statusMeaning(status: string, t: Translate): string | undefined {
  if (status === '') return undefined
  if (!isCustomerStatus(status)) return t('status.unknown')
  const { meaning }: StatusDisplay = displays[status]
  return meaning && t(meaning)
}

export interface StatusBadgeProps {
  status: string
}

/** Icon and label of a status; an unknown status keeps its own text. */
export function StatusBadge({ status }: StatusBadgeProps) {
  const t = useTranslate()
  if (!isCustomerStatus(status)) {
    return (
      <Badge tone="plain" icon={CircleQuestionMark}>
        {status || t('status.unknown')}
      </Badge>
    )
  }
  const { tone, icon } = displays[status]
  return (
    <Badge tone={tone} icon={icon}>
      {statusLabel(status, t)}
    </Badge>
  )
}

/** Marks demo data, so that nobody takes it for a real customer. */
export function DemoBadge() {
  const t = useTranslate()
  return (
    <Badge tone="hold" icon={FlaskConical}>
      {t('deliveries.demoRow')}
    </Badge>
  )
}

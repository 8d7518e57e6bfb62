import { isCustomerStatus } from '@veni/domain/customer'
import {
  BadgeCheck,
  CirclePause,
  CircleQuestionMark,
  CircleX,
  Clock,
  MapPin,
  ThumbsUp,
  type LucideIcon,
} from 'lucide-react'
import type { MessageKey } from '../i18n/en.ts'
import { useTranslate } from '../i18n/translate.ts'
import { Badge } from '../ui/badge.tsx'
import type { Tone } from '../ui/tone.ts'

interface StatusLook {
  readonly tone: Tone
  readonly icon: LucideIcon
  readonly label: MessageKey & `status.${string}.label`
}

const looks = {
  assigned: { tone: 'primary', icon: MapPin, label: 'status.assigned.label' },
  interested: { tone: 'priority', icon: ThumbsUp, label: 'status.interested.label' },
  hold: { tone: 'hold', icon: CirclePause, label: 'status.hold.label' },
  pending: { tone: 'muted', icon: Clock, label: 'status.pending.label' },
  delivered: { tone: 'return', icon: BadgeCheck, label: 'status.delivered.label' },
  rejected: { tone: 'collect', icon: CircleX, label: 'status.rejected.label' },
} as const satisfies Record<string, StatusLook>

/** The colour of a customer's card and badge. */
export function statusTone(status: string): Tone {
  return isCustomerStatus(status) ? looks[status].tone : 'plain'
}

export interface StatusBadgeProps {
  status: string
}

/** Icon and word of a status; one the app does not know is shown as it came (spec §4). */
export function StatusBadge({ status }: StatusBadgeProps) {
  const t = useTranslate()
  if (!isCustomerStatus(status)) {
    return (
      <Badge tone="plain" icon={CircleQuestionMark}>
        {status || t('status.unknown')}
      </Badge>
    )
  }
  const { tone, icon, label } = looks[status]
  return (
    <Badge tone={tone} icon={icon}>
      {t(label)}
    </Badge>
  )
}

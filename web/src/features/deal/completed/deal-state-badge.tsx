import { CircleAlert, CircleCheck, Smartphone } from 'lucide-react'
import { DemoBadge } from '../../../components/customer/customer-badges.tsx'
import { useTranslate } from '../../../i18n/translate.ts'
import { useValue } from '../../../lib/use-value.ts'
import type { Deal } from '@veni/domain/deal'
import { entries } from '../../../outbox/entries.ts'
import { findDealEntry } from '../../../outbox/counts.ts'
import { unreadableRows } from '../../../outbox/unreadable-rows.ts'
import { Badge } from '../../../ui/display/badge.tsx'

/** Shows whether a deal is on this phone, received by the server or refused. */
export function DealStateBadge({ deal }: { deal: Deal }) {
  const t = useTranslate()
  const isUnreadable = useValue(unreadableRows).some(({ key }) => key === deal.visitId)
  const entry = findDealEntry(useValue(entries), deal)
  const state = isUnreadable ? 'refused' : entry?.state
  if (deal.isDemo) return <DemoBadge />
  if (state === 'refused' || state === 'needs-sign-in')
    return (
      <Badge tone="collect" icon={CircleAlert}>
        {t(state === 'refused' ? 'invoice.attention' : 'invoice.needsSignIn')}
      </Badge>
    )
  if (deal.receivedAt === undefined)
    return (
      <Badge tone="muted" icon={Smartphone}>
        {t('invoice.onPhone')}
      </Badge>
    )
  return (
    <Badge tone="return" icon={CircleCheck}>
      {t('invoice.received')}
    </Badge>
  )
}

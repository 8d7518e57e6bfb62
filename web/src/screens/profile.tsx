import { findRunner } from '@veni/domain/runner'
import { ReceiptText } from 'lucide-react'
import { useSearch } from 'wouter'
import { AppNavigation } from '../components/frame/app-navigation.tsx'
import { ClockNotice } from '../components/frame/clock-notice.tsx'
import { Screen } from '../components/frame/screen.tsx'
import { DealStateBadge } from '../features/deal/completed/deal-state-badge.tsx'
import { InvoiceActions } from '../features/deal/invoice/invoice-actions.tsx'
import { InvoiceView } from '../features/deal/invoice/invoice-view.tsx'
import { LostWorkNotice } from '../features/profile/lost-work-notice.tsx'
import { OlderDeals } from '../features/profile/older-deals.tsx'
import { OutboxSummary } from '../features/profile/outbox-summary.tsx'
import { ProfileNotice } from '../features/profile/profile-notice.tsx'
import type { ProfileRecord } from '../features/profile/profile-record.ts'
import { ProfileRecordList } from '../features/profile/profile-record-list.tsx'
import { RefusedWork } from '../components/outbox/refused-work.tsx'
import { BadPhotos } from '../features/photo/bad-photos.tsx'
import { RunnerCard } from '../features/profile/runner-card.tsx'
import { SentPhotosNotice } from '../features/profile/sent-photos-notice.tsx'
import { TakenBackNotice } from '../features/profile/taken-back-notice.tsx'
import { UnreadableWork } from '../features/profile/unreadable-work.tsx'
import { useProfile } from '../features/profile/use-profile.ts'
import { useTranslate } from '../i18n/translate.ts'
import { useValue } from '../lib/use-value.ts'
import { readInvoiceQuery } from '../links.ts'
import { paths } from '../paths.ts'
import { updateOffer } from '../state/frame-content.ts'
import { session, type Session } from '../state/session.ts'
import { EmptyState } from '../ui/placeholder/empty-state.tsx'
import { Loading } from '../ui/placeholder/loading.tsx'
import { Stack } from '../ui/layout/layout.tsx'

/** Without a session the profile shows the default runner. */
const NO_SESSION: Session = { phone: '', runner: findRunner(''), mode: 'local' }

export default function Profile() {
  const t = useTranslate()
  const current = useValue(session) ?? NO_SESSION
  const offer = useValue(updateOffer)
  const invoiceId = readInvoiceQuery(useSearch())
  const { record, older, isReading, isFetching, retry } = useProfile(current)
  const notice = <ProfileNotice source={record.source} isFetching={isFetching} onRetry={retry} />
  return (
    <Screen
      title={t(invoiceId ? 'invoice.title' : 'profile.title')}
      backHref={invoiceId ? paths.profile() : undefined}
      footer={<AppNavigation second="orders" />}
    >
      {invoiceId ? (
        <Invoice invoiceId={invoiceId} record={record} isReading={isReading} />
      ) : (
        <Stack gap="large">
          {offer}
          <ClockNotice />
          <RunnerCard runner={current.runner} />
          <LostWorkNotice />
          <TakenBackNotice />
          <RefusedWork renderPhotos={(entry) => <BadPhotos entry={entry} />} />
          <UnreadableWork />
          <SentPhotosNotice />
          <OutboxSummary />
          {notice}
          <ProfileRecordList
            record={record}
            renderStateBadge={(deal) => <DealStateBadge deal={deal} />}
          />
          <OlderDeals {...older} />
        </Stack>
      )}
    </Screen>
  )
}

interface InvoiceProps {
  invoiceId: string
  record: ProfileRecord
  isReading: boolean
}

function Invoice({ invoiceId, record, isReading }: InvoiceProps) {
  const t = useTranslate()
  const deals = [...record.phoneDeals, ...record.serverDeals]
  const deal = deals.find((one) => one.invoiceId === invoiceId)
  if (deal)
    return (
      <Stack>
        <InvoiceView deal={deal} />
        <InvoiceActions deal={deal} />
      </Stack>
    )
  if (isReading || record.source === 'loading')
    return <Loading label={t('common.loading')} height="56rem" />
  return <EmptyState icon={ReceiptText} title={t('invoice.missing')} />
}

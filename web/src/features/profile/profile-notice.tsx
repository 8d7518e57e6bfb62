import { RefreshCw } from 'lucide-react'
import { useTranslate } from '../../i18n/translate.ts'
import { Banner } from '../../ui/message/banner.tsx'
import { Button } from '../../ui/button/button.tsx'
import type { ProfileRecord } from './profile-record.ts'

export interface ProfileNoticeProps {
  source: ProfileRecord['source']
  isFetching: boolean
  onRetry: () => void
}

/** Explains that the record is demo data or not available. */
export function ProfileNotice({ source, isFetching, onRetry }: ProfileNoticeProps) {
  const t = useTranslate()
  if (source === 'demo') return <Banner kind="demo">{t('profile.demoNotice')}</Banner>
  if (source !== 'unreachable') return null
  const retry = (
    <Button icon={RefreshCw} busy={isFetching} onClick={onRetry}>
      {t('common.retry')}
    </Button>
  )
  return (
    <Banner kind="warning" action={retry}>
      {t('profile.officeAway')}
    </Banner>
  )
}

import { ChevronDown } from 'lucide-react'
import { useTranslate } from '../../i18n/translate.ts'
import { Button } from '../../ui/button/button.tsx'
import { Stack } from '../../ui/layout/layout.tsx'
import { Banner } from '../../ui/message/banner.tsx'
import type { OlderRecords } from './use-older-records.ts'

/** The button for the next page of deals, where the server has more. */
export function OlderDeals({ loadOlder, isLoading, hasFailed }: Omit<OlderRecords, 'record'>) {
  const t = useTranslate()
  if (!loadOlder) return null
  return (
    <Stack>
      {hasFailed && <Banner kind="warning">{t('profile.olderFailed')}</Banner>}
      <Button icon={ChevronDown} busy={isLoading} onClick={loadOlder}>
        {t('profile.older')}
      </Button>
    </Stack>
  )
}

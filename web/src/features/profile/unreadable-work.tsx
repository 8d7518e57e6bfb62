import { useEffect } from 'react'
import { useTranslate } from '../../i18n/translate.ts'
import { useValue } from '../../lib/use-value.ts'
import { findUnreadableAgain, unreadableRows } from '../../outbox/unreadable-rows.ts'
import { Banner } from '../../ui/message/banner.tsx'

/** How many rows the app cannot read, and what to do. It shows nothing of their content, which may be another runner's. */
export function UnreadableWork() {
  const t = useTranslate()
  const rows = useValue(unreadableRows).filter(({ countsAs }) => countsAs === 'attention')
  useEffect(() => void findUnreadableAgain(), [])
  const own = rows.filter(({ owner }) => owner !== undefined).length
  const titles = [
    ['outbox.unreadable', own],
    ['outbox.unreadable.unknown', rows.length - own],
  ] as const
  return titles
    .filter(([, count]) => count > 0)
    .map(([key, count]) => (
      <Banner key={key} kind="warning" title={t(key, { count })}>
        {t('outbox.unreadable.help')}
      </Banner>
    ))
}

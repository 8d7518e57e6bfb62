import type { ReactNode } from 'react'
import { translation } from '../../i18n/language.ts'
import { useTranslate } from '../../i18n/translate.ts'
import { formatDateTime } from '../../lib/format-date.ts'
import { useValue } from '../../lib/use-value.ts'
import { Banner } from '../../ui/message/banner.tsx'

export interface SnapshotNoticeProps {
  message: 'deliveries.saved' | 'products.saved' | 'mode.savedPrices'
  /** When the server sent the snapshot, ms since 1970. */
  storedAt: number
  /** Why the phone has nothing newer. */
  reason?: { readonly title: string; readonly message: string } | undefined
  action?: ReactNode
}

/** Says that the screen shows a snapshot, and how old it is. */
export function SnapshotNotice({ message, storedAt, reason, action }: SnapshotNoticeProps) {
  const t = useTranslate()
  const { language } = useValue(translation)
  const time = formatDateTime(new Date(storedAt).toISOString(), language)
  // No-break spaces keep the day on one line and the time on one line.
  const sentence = t(message, { time: time.replaceAll(/(?<!,) /g, '\u00A0') })
  return (
    <Banner kind={reason ? 'warning' : 'snapshot'} title={reason?.title} action={action}>
      {reason && <p>{reason.message}</p>}
      <p>{sentence}</p>
    </Banner>
  )
}

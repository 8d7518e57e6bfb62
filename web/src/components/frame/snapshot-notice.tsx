import type { ReactNode } from 'react'
import { translation } from '../../i18n/language.ts'
import { useTranslate } from '../../i18n/translate.ts'
import { formatDateTime } from '../../lib/format-date.ts'
import { useValue } from '../../lib/use-value.ts'
import { Banner } from '../../ui/message/banner.tsx'

export interface SnapshotNoticeProps {
  message: 'deliveries.saved' | 'products.saved' | 'mode.savedPrices'
  /** When the portal gave what is shown, ms since 1970. */
  savedAt: number
  /** What keeps the phone from anything newer. */
  why?: { readonly title: string; readonly message: string } | undefined
  action?: ReactNode
}

/** Says that what is shown is what the phone has kept, and how old it is (ruling 9 b). */
export function SnapshotNotice({ message, savedAt, why, action }: SnapshotNoticeProps) {
  const t = useTranslate()
  const { language } = useValue(translation)
  const time = formatDateTime(new Date(savedAt).toISOString(), language)
  // Day and clock are one word each.
  const words = t(message, { time: time.replaceAll(/(?<!,) /g, '\u00A0') })
  return (
    <Banner kind={why ? 'warning' : 'saved'} title={why?.title} action={action}>
      {why && <p>{why.message}</p>}
      <p>{words}</p>
    </Banner>
  )
}

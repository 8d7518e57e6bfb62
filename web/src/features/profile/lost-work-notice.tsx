import { useEffect } from 'react'
import { translation } from '../../i18n/language.ts'
import { useTranslate } from '../../i18n/translate.ts'
import { useValue } from '../../lib/use-value.ts'
import { lostWork } from '../../outbox/lost-work.ts'
import { owner } from '../../state/session.ts'
import { Banner } from '../../ui/message/banner.tsx'
import { describeLoss, readLoss } from './show-loss.ts'

/** What was waiting on a phone when its storage was lost, and what to do. It ends when the office has settled it. */
export function LostWorkNotice() {
  const t = useTranslate()
  const { language } = useValue(translation)
  const lost = useValue(lostWork)
  useEffect(() => void readLoss(owner()), [])
  if (lost.owner !== owner()) return null
  return lost.losses.map((loss) => {
    const { title, sentences } = describeLoss(loss, t, language)
    return (
      <Banner key={`${loss.reported_at}${title}`} kind="warning" title={title}>
        {sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </Banner>
    )
  })
}

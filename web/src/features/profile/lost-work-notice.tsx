import { useEffect } from 'react'
import { translation } from '../../i18n/language.ts'
import { useTranslate } from '../../i18n/translate.ts'
import { useValue } from '../../lib/use-value.ts'
import { lostWork, readLostWork } from '../../outbox/lost-work.ts'
import { Banner } from '../../ui/message/banner.tsx'
import { describeLoss } from './show-loss.ts'

/** What was waiting on a phone when its storage was lost, and what to do. It ends when the office has settled it. */
export function LostWorkNotice() {
  const t = useTranslate()
  const { language } = useValue(translation)
  const { losses } = useValue(lostWork)
  useEffect(() => void readLostWork(), [])
  return losses.map((loss) => {
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

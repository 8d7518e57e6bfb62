import { useTranslate } from '../../i18n/translate.ts'
import { useValue } from '../../lib/use-value.ts'
import { entries } from '../../outbox/entries.ts'
import { Banner } from '../../ui/message/banner.tsx'

/** Work that the office had received and has lost, until it has received it again. */
export function TakenBackNotice() {
  const t = useTranslate()
  const count = useValue(entries).filter(({ takenBackAt }) => takenBackAt !== undefined).length
  return count > 0 ? <Banner kind="warning">{t('profile.takenBack', { count })}</Banner> : null
}

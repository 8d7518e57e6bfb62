import { isWrongClock } from '@veni/domain/clock'
import { useTranslate } from '../../i18n/translate.ts'
import { useValue } from '../../lib/use-value.ts'
import { partOf } from '../../lib/value-store.ts'
import { clockOffset } from '../../state/clock-offset.ts'
import { Banner } from '../../ui/message/banner.tsx'

const isWrong = partOf(clockOffset, (offset) => isWrongClock(offset ?? 0))

/** Warns that the phone's clock is wrong, until a reply of the server shows that it is right. */
export function ClockNotice() {
  const t = useTranslate()
  return useValue(isWrong) && <Banner kind="warning">{t('clock.wrong')}</Banner>
}

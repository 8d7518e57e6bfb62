import { useEffect, useState } from 'react'
import { useTranslate } from '../../i18n/translate.ts'
import { reportProblem } from '../../lib/report.ts'
import { owner } from '../../state/session.ts'
import { Banner } from '../../ui/message/banner.tsx'

/** A full phone stores no photo of received work: if the office loses it, nobody can send it again. */
export function SentPhotosNotice() {
  const t = useTranslate()
  const [isLacking, setIsLacking] = useState(false)
  useEffect(() => {
    let isShown = true
    readLacking()
      .then((lacking) => isShown && setIsLacking(lacking))
      .catch((error: unknown) => reportProblem('What was sent is not known', error))
    return () => void (isShown = false)
  }, [])
  return isLacking ? <Banner kind="warning">{t('profile.sentPhotosDeleted')}</Banner> : null
}

async function readLacking(): Promise<boolean> {
  const { lacksPhotos } = await import('../../outbox/reconciliation/phone-reconciliation.ts')
  return lacksPhotos(owner())
}

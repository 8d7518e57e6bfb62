import { useState } from 'react'
import { useTranslate } from '../../i18n/translate.ts'
import { Banner } from '../../ui/message/banner.tsx'
import { Button } from '../../ui/button/button.tsx'

export interface NewVersionProps {
  registration: ServiceWorkerRegistration
}

/** Offers the version that waits. */
export function NewVersion({ registration }: NewVersionProps) {
  const t = useTranslate()
  const [isTaking, setIsTaking] = useState(false)

  function takeOver() {
    setIsTaking(true)
    const reload = () => window.location.reload()
    // The one that waits now: a still newer one may have taken its place since it was offered. None waits when another
    // tab has let it in.
    if (!registration.waiting) return reload()
    navigator.serviceWorker.addEventListener('controllerchange', reload)
    registration.waiting.postMessage('take-over')
  }

  return (
    <Banner
      kind="info"
      action={
        <Button busy={isTaking} onClick={takeOver}>
          {t('update.now')}
        </Button>
      }
    >
      {t('update.ready')}
    </Banner>
  )
}

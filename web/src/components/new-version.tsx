import { useState } from 'react'
import { useTranslate } from '../i18n/translate.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'

export interface NewVersionProps {
  registration: ServiceWorkerRegistration
}

/** Offers the version that waits. */
export function NewVersion({ registration }: NewVersionProps) {
  const t = useTranslate()
  const [isTaking, setIsTaking] = useState(false)

  function takeOver() {
    setIsTaking(true)
    navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload())
    // The one that waits now: a still newer one may have taken its place since it was offered.
    registration.waiting?.postMessage('take-over')
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

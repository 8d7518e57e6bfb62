import { useState } from 'react'
import { useTranslate } from '../../i18n/translate.ts'
import { Banner } from '../../ui/message/banner.tsx'
import { Button } from '../../ui/button/button.tsx'

export interface NewVersionProps {
  registration: ServiceWorkerRegistration
}

/** Offers the waiting version of the app. */
export function NewVersion({ registration }: NewVersionProps) {
  const t = useTranslate()
  const [isActivating, setIsActivating] = useState(false)

  function activate() {
    setIsActivating(true)
    const reload = () => window.location.reload()
    // Read now: since the offer an even newer version may have replaced the waiting one, or another tab
    // may have activated it.
    if (!registration.waiting) return reload()
    navigator.serviceWorker.addEventListener('controllerchange', reload)
    registration.waiting.postMessage('take-over')
  }

  return (
    <Banner
      kind="info"
      action={
        <Button busy={isActivating} onClick={activate}>
          {t('update.now')}
        </Button>
      }
    >
      {t('update.ready')}
    </Banner>
  )
}

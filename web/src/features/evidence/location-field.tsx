import { MapPin, RotateCw } from 'lucide-react'
import { useTranslate } from '../../i18n/translate.ts'
import { Button } from '../../ui/button.tsx'
import styles from './location-field.module.css'
import type { LocationCapture } from './use-location.ts'

/** Where the deal is being made; taken by itself, and again when asked. */
export function LocationField({ capture }: { capture: LocationCapture }) {
  const t = useTranslate()
  const { isLocating, location } = capture
  const { accuracy_m: metres } = location
  return (
    <section aria-label={t('evidence.location')} className={styles.field}>
      <h2 className={styles.title}>{t('evidence.location')}</h2>
      <p className={styles.place} aria-live="polite">
        <MapPin aria-hidden />
        <span>{placeText()}</span>
      </p>
      <Button icon={RotateCw} onClick={capture.renew} disabled={isLocating}>
        {t('evidence.locateAgain')}
      </Button>
    </section>
  )

  function placeText() {
    if (isLocating) return t('evidence.locating')
    if (metres === undefined) return t('evidence.locationMissing')
    return `${location.address} · ${t('evidence.accuracy', { metres })}`
  }
}

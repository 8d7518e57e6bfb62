import { MapPin, MapPinOff, RefreshCw } from 'lucide-react'
import { useTranslate } from '../../i18n/translate.ts'
import { Button } from '../../ui/button/button.tsx'
import styles from './location-field.module.css'
import type { LocationCapture } from './use-location.ts'

/** The location of the deal: captured automatically, and again on request. */
export function LocationField({ capture }: { capture: LocationCapture }) {
  const t = useTranslate()
  const { isLocating, location } = capture
  const { accuracy_m: metres } = location
  const isMissing = !isLocating && metres === undefined
  const Pin = isMissing ? MapPinOff : MapPin
  return (
    <section aria-label={t('evidence.location')} className={styles.field}>
      <h2 className={styles.title}>{t('evidence.location')}</h2>
      <p className={styles.place} data-tone={isMissing ? 'priority' : 'muted'} aria-live="polite">
        <Pin aria-hidden />
        <span>
          <span>{placeText()}</span>
          {isMissing && <span className={styles.hint}>{t('evidence.locationNotNeeded')}</span>}
        </span>
      </p>
      <Button icon={RefreshCw} onClick={capture.renew} disabled={isLocating}>
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

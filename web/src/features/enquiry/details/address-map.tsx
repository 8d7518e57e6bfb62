import { type RefObject, useEffect, useRef, useState } from 'react'
import { appConfig } from '../../../app-config.ts'
import { useTranslate } from '../../../i18n/translate.ts'
import styles from './address-map.module.css'

export interface AddressMapProps {
  address: string
}

/** The embedded map, if a map service is configured; otherwise the address stays on the phone. */
export function AddressMap({ address }: AddressMapProps) {
  const { mapEmbedUrl } = appConfig()
  if (!mapEmbedUrl) return null
  return <EmbeddedMap src={mapEmbedUrl.replaceAll('{address}', encodeURIComponent(address))} />
}

/** Requests nothing before it is visible. `loading="lazy"` would already request a map that is some screens away. */
function EmbeddedMap({ src }: { src: string }) {
  const t = useTranslate()
  const frame = useRef<HTMLDivElement>(null)
  const wasVisible = useWasVisible(frame)
  return (
    <div ref={frame} className={styles.frame}>
      {wasVisible && (
        <iframe
          className={styles.map}
          title={t('enquiry.map')}
          src={src}
          // Without the referring address, and without access to the app.
          referrerPolicy="no-referrer"
          sandbox="allow-scripts"
        />
      )}
    </div>
  )
}

/** This share must be visible: a strip beside the buttons at the bottom does not count. */
const VISIBLE_SHARE = 0.5

/** Whether the element is or was visible to the runner. */
function useWasVisible(element: RefObject<Element | null>): boolean {
  const [wasVisible, setWasVisible] = useState(false)
  useEffect(() => {
    if (!element.current) return undefined
    const observer = new IntersectionObserver(
      ([newest]) =>
        setWasVisible((before) => before || (newest?.intersectionRatio ?? 0) >= VISIBLE_SHARE),
      { threshold: VISIBLE_SHARE },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return wasVisible
}

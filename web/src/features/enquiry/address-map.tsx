import { useRef } from 'react'
import { appConfig } from '../../app-config.ts'
import { useTranslate } from '../../i18n/translate.ts'
import styles from './address-map.module.css'
import { useSeen } from './use-seen.ts'

export interface AddressMapProps {
  address: string
}

/** The embedded map, where this deployment has one: otherwise the address stays on the phone (ruling 24). */
export function AddressMap({ address }: AddressMapProps) {
  const { mapEmbedUrl } = appConfig()
  if (!mapEmbedUrl) return null
  return <EmbeddedMap src={mapEmbedUrl.replaceAll('{address}', encodeURIComponent(address))} />
}

/** Asks for nothing before it is looked at: `loading="lazy"` would, screens away, for a map nobody may ever see. */
function EmbeddedMap({ src }: { src: string }) {
  const t = useTranslate()
  const frame = useRef<HTMLDivElement>(null)
  const isSeen = useSeen(frame)
  return (
    <div ref={frame} className={styles.frame}>
      {isSeen && (
        <iframe
          className={styles.map}
          title={t('enquiry.map')}
          src={src}
          // Without saying from where, and kept out of the app.
          referrerPolicy="no-referrer"
          sandbox="allow-scripts"
        />
      )}
    </div>
  )
}

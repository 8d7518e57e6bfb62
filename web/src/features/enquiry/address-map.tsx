import { Navigation } from 'lucide-react'
import { useRef } from 'react'
import { appConfig } from '../../app-config.ts'
import { useTranslate } from '../../i18n/translate.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { Stack } from '../../ui/stack.tsx'
import styles from './address-map.module.css'
import { useSeen } from './use-seen.ts'

export interface AddressMapProps {
  address: string
}

/**
 * The embedded map where this deployment has one, and the phone's own maps on a tap. The address leaves the phone
 * in no other way (ruling 24).
 */
export function AddressMap({ address }: AddressMapProps) {
  const t = useTranslate()
  const { mapEmbedUrl } = appConfig()
  const query = encodeURIComponent(address)
  return (
    <Stack gap="small">
      {mapEmbedUrl && <EmbeddedMap src={mapEmbedUrl.replaceAll('{address}', query)} />}
      <LinkButton icon={Navigation} wide href={`geo:0,0?q=${query}`}>
        {t('enquiry.directions')}
      </LinkButton>
    </Stack>
  )
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

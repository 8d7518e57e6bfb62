import { Navigation } from 'lucide-react'
import { appConfig } from '../../app-config.ts'
import { useTranslate } from '../../i18n/translate.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { Stack } from '../../ui/stack.tsx'
import styles from './address-map.module.css'

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
      {mapEmbedUrl && (
        <iframe
          className={styles.map}
          title={t('enquiry.map')}
          src={mapEmbedUrl.replaceAll('{address}', query)}
          // Asked for when it is looked at, without saying from where, and kept out of the app.
          loading="lazy"
          referrerPolicy="no-referrer"
          sandbox="allow-scripts"
        />
      )}
      <LinkButton icon={Navigation} wide href={`geo:0,0?q=${query}`}>
        {t('enquiry.directions')}
      </LinkButton>
    </Stack>
  )
}

import { makeDirectionsLink, makeTelLink, makeWhatsAppLink } from '@veni/domain/customer/contact'
import { formatPlace, type Customer } from '@veni/domain/customer'
import { MessageCircle, Navigation, Phone } from 'lucide-react'
import { useTranslate } from '../../../i18n/translate.ts'
import { LinkButton } from '../../../ui/button/link-button.tsx'
import styles from './contact-links.module.css'

/** Another app or site must not access this page and must not receive its address. */
const externalLink = { target: '_blank', rel: 'noreferrer noopener' } as const

/**
 * Links to call, message and find a customer, as far as the customer's record has the data.
 * Number and address leave the phone only after the runner's tap.
 */
export function ContactLinks({ customer }: { customer: Customer }) {
  const t = useTranslate()
  const call = makeTelLink(customer.mobile)
  const whatsApp = makeWhatsAppLink(customer.mobile)
  const directions = makeDirectionsLink(formatPlace(customer))
  if (!call && !whatsApp && !directions) return null
  return (
    <div className={styles.links}>
      {call && (
        <LinkButton icon={Phone} href={call}>
          {t('enquiry.call', { mobile: customer.mobile })}
        </LinkButton>
      )}
      {whatsApp && (
        <LinkButton icon={MessageCircle} href={whatsApp} {...externalLink}>
          {t('enquiry.whatsApp')}
        </LinkButton>
      )}
      {directions && (
        <LinkButton icon={Navigation} href={directions} {...externalLink}>
          {t('enquiry.directions')}
        </LinkButton>
      )}
    </div>
  )
}

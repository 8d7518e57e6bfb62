import { directionsLink, telLink, whatsAppLink } from '@veni/domain/customer/contact'
import { customerPlace, type Customer } from '@veni/domain/customer'
import { MessageCircle, Navigation, Phone } from 'lucide-react'
import { useTranslate } from '../../i18n/translate.ts'
import { LinkButton } from '../../ui/button/link-button.tsx'
import styles from './contact-links.module.css'

/** Another app or site: it may neither reach back nor learn from where it was opened. */
const elsewhere = { target: '_blank', rel: 'noreferrer noopener' } as const

/**
 * Call, write to and find a customer; what the portal's record does not allow is not offered. Number and address
 * leave the phone on the runner's own tap only (ruling 24).
 */
export function ContactLinks({ customer }: { customer: Customer }) {
  const t = useTranslate()
  const call = telLink(customer.mobile)
  const whatsApp = whatsAppLink(customer.mobile)
  const directions = directionsLink(customerPlace(customer))
  if (!call && !whatsApp && !directions) return null
  return (
    <div className={styles.links}>
      {call && (
        <LinkButton icon={Phone} href={call}>
          {t('enquiry.call', { mobile: customer.mobile })}
        </LinkButton>
      )}
      {whatsApp && (
        <LinkButton icon={MessageCircle} href={whatsApp} {...elsewhere}>
          {t('enquiry.whatsApp')}
        </LinkButton>
      )}
      {directions && (
        <LinkButton icon={Navigation} href={directions} {...elsewhere}>
          {t('enquiry.directions')}
        </LinkButton>
      )}
    </div>
  )
}

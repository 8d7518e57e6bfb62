import { UserX } from 'lucide-react'
import { Link } from 'wouter'
import { useTranslate } from '../../../i18n/translate.ts'
import { paths } from '../../../paths.ts'
import { EmptyState } from '../../../ui/placeholder/empty-state.tsx'
import { LinkButton } from '../../../ui/button/link-button.tsx'

export interface MissingCustomerProps {
  customerId: string
}

export function MissingCustomer({ customerId }: MissingCustomerProps) {
  const t = useTranslate()
  const backLink = (
    <Link href={paths.deliveries()} asChild>
      <LinkButton variant="primary">{t('invoice.backToDeliveries')}</LinkButton>
    </Link>
  )
  return (
    <EmptyState
      icon={UserX}
      title={t('enquiry.notFound')}
      message={t('details.missing', { id: customerId })}
      action={backLink}
    />
  )
}

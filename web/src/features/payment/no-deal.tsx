import { Scale } from 'lucide-react'
import { Link } from 'wouter'
import { useTranslate } from '../../i18n/translate.ts'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'

/** A payment screen opened without a customer: the way to one. */
export function NoDeal() {
  const t = useTranslate()
  return (
    <EmptyState
      icon={Scale}
      title={t('deal.noCustomer')}
      action={
        <Link href={paths.deliveries()} asChild>
          <LinkButton variant="primary">{t('invoice.backToDeliveries')}</LinkButton>
        </Link>
      }
    />
  )
}

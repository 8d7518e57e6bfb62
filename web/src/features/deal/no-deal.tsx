import { Scale } from 'lucide-react'
import { Link } from 'wouter'
import { NoCustomer } from '../../components/customer/no-customer.tsx'
import { useTranslate } from '../../i18n/translate.ts'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/placeholder/empty-state.tsx'
import { LinkButton } from '../../ui/button/link-button.tsx'

export interface NoDealProps {
  /** There is a visit, but it has neither hair nor items. */
  hasCustomer: boolean
}

/** A payment screen without a deal. It links to the screen that adds the missing part. */
export function NoDeal({ hasCustomer }: NoDealProps) {
  const t = useTranslate()
  if (!hasCustomer) return <NoCustomer />
  return (
    <EmptyState
      icon={Scale}
      title={t('deal.noHair')}
      action={
        <Link href={paths.paymentMode()} asChild>
          <LinkButton variant="primary">{t('deal.weigh')}</LinkButton>
        </Link>
      }
    />
  )
}

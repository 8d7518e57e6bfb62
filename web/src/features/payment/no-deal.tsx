import { Scale } from 'lucide-react'
import { Link } from 'wouter'
import { useTranslate } from '../../i18n/translate.ts'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'

export interface NoDealProps {
  /** A customer is being visited, but there is nothing to settle with him yet, or no longer. */
  hasCustomer: boolean
}

/** A payment screen with nothing to pay or settle: the way to what is missing. */
export function NoDeal({ hasCustomer }: NoDealProps) {
  const t = useTranslate()
  return (
    <EmptyState
      icon={Scale}
      title={t(hasCustomer ? 'deal.noHair' : 'deal.noCustomer')}
      action={
        <Link href={hasCustomer ? paths.paymentMode() : paths.deliveries()} asChild>
          <LinkButton variant="primary">
            {t(hasCustomer ? 'deal.weigh' : 'mode.chooseCustomer')}
          </LinkButton>
        </Link>
      }
    />
  )
}

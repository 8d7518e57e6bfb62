import { UserSearch } from 'lucide-react'
import { Link } from 'wouter'
import { useTranslate } from '../../i18n/translate.ts'
import { paths } from '../../paths.ts'
import { EmptyState } from '../../ui/placeholder/empty-state.tsx'
import { LinkButton } from '../../ui/button/link-button.tsx'

/** Shown by a screen of the visit when no customer is selected. */
export function NoCustomer() {
  const t = useTranslate()
  return (
    <EmptyState
      icon={UserSearch}
      title={t('mode.noCustomer')}
      message={t('mode.noCustomerHint')}
      action={
        <Link href={paths.deliveries()} asChild>
          <LinkButton variant="primary">{t('mode.chooseCustomer')}</LinkButton>
        </Link>
      }
    />
  )
}

import { memo } from 'react'
import { House, Package, ReceiptText, User, Users } from 'lucide-react'
import { Link, useLocation } from 'wouter'
import { useTranslate } from '../../i18n/translate.ts'
import { paths } from '../../paths.ts'
import { BottomNavigation, NavigationItem } from '../../ui/navigation/bottom-navigation.tsx'

/** The targets of Customers on /deliveries and of Orders on /profile. */
export const CUSTOMER_LIST_ID = 'customers'
export const ORDER_LIST_ID = 'orders'

export interface AppNavigationProps {
  /** /profile has Orders in place of Products. */
  second?: 'products' | 'orders'
}

export const AppNavigation = memo(function AppNavigation({
  second = 'products',
}: AppNavigationProps) {
  const t = useTranslate()
  const [location] = useLocation()
  const isHere = (path: string) => location === path
  const customersHref = isHere(paths.deliveries()) ? `#${CUSTOMER_LIST_ID}` : paths.deliveries()
  return (
    <BottomNavigation label={t('nav.label')}>
      <Link href={paths.deliveries()} asChild>
        <NavigationItem icon={House} label={t('nav.home')} current={isHere(paths.deliveries())} />
      </Link>
      {second === 'products' ? (
        <Link href={paths.products()} asChild>
          <NavigationItem
            icon={Package}
            label={t('nav.products')}
            current={isHere(paths.products())}
          />
        </Link>
      ) : (
        <NavigationItem icon={ReceiptText} label={t('nav.orders')} href={`#${ORDER_LIST_ID}`} />
      )}
      {customersHref.startsWith('#') ? (
        <NavigationItem icon={Users} label={t('nav.customers')} href={customersHref} />
      ) : (
        <Link href={customersHref} asChild>
          <NavigationItem icon={Users} label={t('nav.customers')} />
        </Link>
      )}
      <Link href={paths.profile()} asChild>
        <NavigationItem icon={User} label={t('nav.profile')} current={isHere(paths.profile())} />
      </Link>
    </BottomNavigation>
  )
})

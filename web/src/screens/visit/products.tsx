import { useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import { setHairValue } from '@veni/domain/cart'
import type { VisitCustomer } from '@veni/domain/visit'
import { AppNavigation } from '../../components/frame/app-navigation.tsx'
import {
  CustomerLinkProblem,
  useLinkedCustomer,
} from '../../components/customer/linked-customer.tsx'
import { LanguageToggle } from '../../components/frame/language-toggle.tsx'
import { Screen } from '../../components/frame/screen.tsx'
import { useLinkOnce } from '../../components/customer/use-link-once.ts'
import { CartBar } from '../../features/cart/cart-bar.tsx'
import { ProductGrid } from '../../features/products/product-grid.tsx'
import { useLocationWatch } from '../../features/location/use-location.ts'
import { CustomerBanner } from '../../features/products/customer-banner.tsx'
import { useTranslate } from '../../i18n/translate.ts'
import { useValue } from '../../lib/use-value.ts'
import { links, readProductsQuery, type ProductsQuery } from '../../links.ts'
import { paths } from '../../paths.ts'
import { activeCustomerId, activeVisit, updateCart } from '../../state/visit.ts'
import { Stack } from '../../ui/layout/layout.tsx'
import styles from './products.module.css'

/** /products: the runner chooses products for the hair value. */
export default function Products() {
  const t = useTranslate()
  const search = useSearch()
  const [, navigate] = useLocation()
  // The id, not the visit: each added product would render the whole screen again.
  const isVisiting = useValue(activeCustomerId) !== undefined
  useLocationWatch(isVisiting)
  const link = useMemo(() => readProductsQuery(search), [search])
  const { isSettled, failure, retry } = useLinkedCustomer(
    useMemo(() => customerOf(link), [link]),
    ({ customer }) => {
      const staying = { customerId: customer.id, customer: customer.name }
      navigate(links.products(staying), { replace: true })
    },
  )
  useLinkOnce(isSettled && isVisiting, () => applyHairValue(link))

  return (
    <Screen
      title={t('products.title')}
      backHref={isVisiting ? paths.paymentMode() : paths.deliveries()}
      width="wide"
      footer={
        <>
          <CartBar />
          <AppNavigation />
        </>
      }
    >
      <Stack gap="large">
        {failure && <CustomerLinkProblem failure={failure} onRetry={retry} />}
        {(isVisiting || !failure) && <CustomerBanner />}
        <div className={styles.heading}>
          <h2 className={styles.title}>{t('products.heading')}</h2>
          <LanguageToggle />
        </div>
        <ProductGrid />
      </Stack>
    </Screen>
  )
}

function customerOf({ customerId, customer }: ProductsQuery): VisitCustomer | undefined {
  if (!customerId) return undefined
  return { id: customerId, name: customer, mobile: '', email: '', location: '' }
}

/** Sets the link's hair value as the credit. Weights of the visit have precedence over the link. */
function applyHairValue({ customerId, hairValuePaise }: ProductsQuery): void {
  const visit = activeVisit.get()
  const isWeighed = Object.keys(visit?.hair ?? {}).length > 0
  if (hairValuePaise === undefined || visit?.customer.id !== customerId || isWeighed) return
  updateCart((cart) => setHairValue(cart, hairValuePaise))
}

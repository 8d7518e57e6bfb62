import { useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import { setHairValue } from '@veni/domain/cart'
import type { VisitCustomer } from '@veni/domain/visit'
import { AppNavigation } from '../../components/frame/app-navigation.tsx'
import { CustomerLinkProblem } from '../../components/customer/customer-link-problem.tsx'
import { LanguageToggle } from '../../components/frame/language-toggle.tsx'
import { Screen } from '../../components/frame/screen.tsx'
import { useLinkOnce } from '../../components/customer/use-link-once.ts'
import { useLinkedCustomer } from '../../components/customer/use-linked-customer.ts'
import { CartBar } from '../../features/cart/cart-bar.tsx'
import { ProductsHeading } from '../../features/products/products-heading.tsx'
import { ProductGrid } from '../../features/products/product-grid.tsx'
import { useLocationWatch } from '../../features/location/use-location.ts'
import { CustomerBanner } from '../../features/products/customer-banner.tsx'
import { useTranslate } from '../../i18n/translate.ts'
import { useValue } from '../../lib/use-value.ts'
import { links, readProductsQuery, type ProductsQuery } from '../../links.ts'
import { paths } from '../../paths.ts'
import { activeCustomerId, activeVisit, updateCart } from '../../state/visit.ts'
import { Stack } from '../../ui/layout/stack.tsx'

/** /products: gifts to choose for the hair value. */
export default function Products() {
  const t = useTranslate()
  const search = useSearch()
  const [, navigate] = useLocation()
  // Not the visit itself: each gift put into the cart would draw the whole screen again.
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
  useLinkOnce(isSettled && isVisiting, () => takeCredit(link))

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
        <ProductsHeading>
          <LanguageToggle />
        </ProductsHeading>
        <ProductGrid />
      </Stack>
    </Screen>
  )
}

function customerOf({ customerId, customer }: ProductsQuery): VisitCustomer | undefined {
  if (!customerId) return undefined
  return { id: customerId, name: customer, mobile: '', email: '', location: '' }
}

/** What was weighed is worth more than what a link says; without weights the link's hair value is the credit. */
function takeCredit({ customerId, hairValuePaise }: ProductsQuery): void {
  const visit = activeVisit.get()
  const isWeighed = Object.keys(visit?.hair ?? {}).length > 0
  if (hairValuePaise === undefined || visit?.customer.id !== customerId || isWeighed) return
  updateCart((cart) => setHairValue(cart, hairValuePaise))
}

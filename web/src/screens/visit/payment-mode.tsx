import { useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import { valueCollection } from '@veni/domain/hair'
import type { Visit, VisitCustomer } from '@veni/domain/visit'
import { CustomerLinkProblem } from '../../components/customer/customer-link-problem.tsx'
import { NoCustomer } from '../../components/customer/no-customer.tsx'
import { StorageProblemNotice } from '../../components/frame/storage-problem-notice.tsx'
import { SnapshotNotice } from '../../components/frame/snapshot-notice.tsx'
import { Screen } from '../../components/frame/screen.tsx'
import { useLinkOnce } from '../../components/customer/use-link-once.ts'
import { useLinkedCustomer } from '../../components/customer/use-linked-customer.ts'
import { CartBar } from '../../features/cart/cart-bar.tsx'
import { cashPaymentHref } from '../../features/cart/cart-hrefs.ts'
import { useLocationWatch } from '../../features/location/use-location.ts'
import { focusHairWeights, HairWeights } from '../../features/hair/hair-weights.tsx'
import { HairValueSummary } from '../../features/hair/hair-value-summary.tsx'
import { focusPaymentOptions, PaymentOptions } from '../../features/hair/payment-options.tsx'
import { useHairPrices } from '../../features/hair/use-hair-prices.ts'
import { VisitedCustomer } from '../../features/hair/visited-customer.tsx'
import { useTranslate } from '../../i18n/translate.ts'
import { useValue } from '../../lib/use-value.ts'
import { links, readPaymentModeQuery, type PaymentModeQuery } from '../../links.ts'
import { paths } from '../../paths.ts'
import { activeCustomerId, activeVisit, setWeights } from '../../state/visit.ts'
import { Stack } from '../../ui/layout/stack.tsx'

/** /payment-mode: what was weighed, what it is worth, and how it is settled (spec §2). */
export default function PaymentMode() {
  const t = useTranslate()
  const search = useSearch()
  const [, navigate] = useLocation()
  // Not the visit itself: each figure of a weight would draw the whole screen again.
  const customerId = useValue(activeCustomerId)
  const link = useMemo(() => readPaymentModeQuery(search), [search])
  const { isSettled, failure, retry } = useLinkedCustomer(
    useMemo(() => customerOf(link), [link]),
    (staying) => navigate(links.paymentMode(namesOf(staying)), { replace: true }),
  )

  return (
    <Screen
      title={t('mode.title')}
      backHref={customerId === undefined ? paths.deliveries() : paths.enquiry(customerId)}
      // Hair alone is paid out by the ways below the weights.
      footer={<CartBar onEmpty={focusPaymentOptions} />}
    >
      {failure && <CustomerLinkProblem failure={failure} onRetry={retry} />}
      <Weighing link={link} isSettled={isSettled} />
      {customerId === undefined && !failure && <NoCustomer />}
    </Screen>
  )
}

interface WeighingProps {
  link: PaymentModeQuery
  isSettled: boolean
}

function Weighing(props: WeighingProps) {
  const visit = useValue(activeVisit)
  return visit && <WeighingOf visit={visit} {...props} />
}

function WeighingOf({ visit, link, isSettled }: WeighingProps & { visit: Visit }) {
  const [, navigate] = useLocation()
  useLocationWatch()
  const { prices, savedAt } = useHairPrices()
  // Without prices nothing is known of the value; and nothing may stand where it would be pushed down by the types.
  const valuation = valueCollection(visit.hair, prices ?? [])

  useLinkOnce(isSettled && prices !== undefined, () => {
    if (link.hair && prices) setWeights(link.hair, prices)
    if (link.focusHair) focusHairWeights()
  })

  return (
    <Stack gap="large">
      <VisitedCustomer customer={visit.customer} />
      <StorageProblemNotice />
      {savedAt !== undefined && <SnapshotNotice message="mode.savedPrices" savedAt={savedAt} />}
      <HairWeights key={visit.id} hair={visit.hair} prices={prices} />
      {prices && (
        <>
          <HairValueSummary valuation={valuation} />
          <PaymentOptions
            canProceed={valuation.totalPaise > 0}
            onCash={() => navigate(cashPaymentHref(visit))}
            onItems={() => navigate(itemsHref(visit))}
          />
        </>
      )}
    </Stack>
  )
}

/** Choosing gifts comes first; with gifts in the cart it is time to settle (ruling 14). */
function itemsHref({ customer, cart }: Visit): string {
  if (cart.items.length > 0) return paths.itemsSettlement()
  return links.products({
    customerId: customer.id,
    customer: customer.name,
    hairValuePaise: cart.hairValuePaise,
  })
}

function customerOf(link: PaymentModeQuery): VisitCustomer | undefined {
  const { customerId, customerName, mobile, location } = link
  if (!customerId) return undefined
  return { id: customerId, name: customerName, mobile, email: '', location }
}

const namesOf = ({ customer }: Visit) => ({ customerId: customer.id, customerName: customer.name })

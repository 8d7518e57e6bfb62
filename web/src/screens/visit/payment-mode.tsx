import { useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import { valueCollection } from '@veni/domain/hair'
import type { Visit, VisitCustomer } from '@veni/domain/visit'
import {
  CustomerLinkProblem,
  useLinkedCustomer,
} from '../../components/customer/linked-customer.tsx'
import { NoCustomer } from '../../components/customer/no-customer.tsx'
import { ClockNotice } from '../../components/frame/clock-notice.tsx'
import { StorageProblemNotice } from '../../components/frame/storage-problem-notice.tsx'
import { SnapshotNotice } from '../../components/frame/snapshot-notice.tsx'
import { Screen } from '../../components/frame/screen.tsx'
import { useLinkOnce } from '../../components/customer/use-link-once.ts'
import { CartBar } from '../../features/cart/cart-bar.tsx'
import { useLocationWatch } from '../../features/location/use-location.ts'
import { focusHairWeights, HairWeights } from '../../features/hair/hair-weights.tsx'
import { HairValueSummary } from '../../features/hair/hair-value-summary.tsx'
import { focusPaymentOptions, PaymentOptions } from '../../features/hair/payment-options.tsx'
import { useHairPrices } from '../../features/hair/use-hair-prices.ts'
import { VisitedCustomer } from '../../features/hair/visited-customer.tsx'
import { useTranslate } from '../../i18n/translate.ts'
import { useValue } from '../../lib/use-value.ts'
import { cashPaymentHref, links, readPaymentModeQuery, type PaymentModeQuery } from '../../links.ts'
import { paths } from '../../paths.ts'
import { activeCustomerId, activeVisit, setWeights } from '../../state/visit.ts'
import { Stack } from '../../ui/layout/layout.tsx'

/** /payment-mode: weights, hair value and the two ways to settle. */
export default function PaymentMode() {
  const t = useTranslate()
  const search = useSearch()
  const [, navigate] = useLocation()
  // The id, not the visit: each typed digit of a weight would render the whole screen again.
  const customerId = useValue(activeCustomerId)
  const link = useMemo(() => readPaymentModeQuery(search), [search])
  const { isSettled, failure, retry } = useLinkedCustomer(
    useMemo(() => customerOf(link), [link]),
    (staying) => navigate(links.paymentMode(linkOf(staying)), { replace: true }),
  )

  return (
    <Screen
      title={t('mode.title')}
      backHref={customerId === undefined ? paths.deliveries() : paths.enquiry(customerId)}
      // With an empty cart the runner settles with the options below the weights.
      footer={<CartBar onEmpty={focusPaymentOptions} />}
    >
      {failure && <CustomerLinkProblem failure={failure} onRetry={retry} />}
      <CurrentVisit link={link} isSettled={isSettled} />
      {customerId === undefined && !failure && <NoCustomer />}
    </Screen>
  )
}

interface CurrentVisitProps {
  link: PaymentModeQuery
  isSettled: boolean
}

function CurrentVisit(props: CurrentVisitProps) {
  const visit = useValue(activeVisit)
  return visit && <Weighing visit={visit} {...props} />
}

function Weighing({ visit, link, isSettled }: CurrentVisitProps & { visit: Visit }) {
  const [, navigate] = useLocation()
  useLocationWatch()
  const { prices, storedAt } = useHairPrices()
  // Without prices there is no value, and the screen draws nothing below the hair types that their arrival would move.
  const valuation = valueCollection(visit.hair, prices ?? [])

  useLinkOnce(isSettled && prices !== undefined, () => {
    if (link.hair && prices) setWeights(link.hair, prices)
    if (link.focusHair) focusHairWeights()
  })

  return (
    <Stack gap="large">
      <VisitedCustomer customer={visit.customer} />
      <StorageProblemNotice />
      <ClockNotice />
      {storedAt !== undefined && <SnapshotNotice message="mode.savedPrices" storedAt={storedAt} />}
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

/** With an empty cart the runner chooses products first. */
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

const linkOf = ({ customer }: Visit) => ({ customerId: customer.id, customerName: customer.name })

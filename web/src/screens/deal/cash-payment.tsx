import { hasCartToShow, isDemoVisit, type Visit } from '@veni/domain/visit'
import { memo } from 'react'
import { useLocation, useSearch } from 'wouter'
import { CustomerLinkProblem } from '../../components/customer/linked-customer.tsx'
import { ClockNotice } from '../../components/frame/clock-notice.tsx'
import { StorageProblemNotice } from '../../components/frame/storage-problem-notice.tsx'
import { Screen } from '../../components/frame/screen.tsx'
import { LocationField } from '../../features/location/location-field.tsx'
import { PhotoField } from '../../features/photo/photo-field.tsx'
import { useLocationCapture } from '../../features/location/use-location.ts'
import { usePhoto } from '../../features/photo/use-photo.ts'
import { CompletedDeal } from '../../features/deal/completed/completed-deal.tsx'
import { CashFields } from '../../features/deal/cash-fields.tsx'
import { DealFigures } from '../../features/deal/deal-figures.tsx'
import { NoDeal } from '../../features/deal/no-deal.tsx'
import { UpiRequest } from '../../features/deal/upi-request.tsx'
import { useCashPayment } from '../../features/deal/use-cash-payment.ts'
import { useLinkedVisit } from '../../features/deal/use-linked-visit.ts'
import { useTranslate } from '../../i18n/translate.ts'
import { hairValueHref, readInvoiceQuery } from '../../links.ts'
import { paths } from '../../paths.ts'
import { ActionArea, Stack } from '../../ui/layout/layout.tsx'
import { Button } from '../../ui/button/button.tsx'

export default function CashPayment() {
  const t = useTranslate()
  const search = useSearch()
  const invoiceId = readInvoiceQuery(search)
  const { visit, failure, retry } = useLinkedVisit(search)
  if (invoiceId) return <CompletedDeal invoiceId={invoiceId} title={t('cash.title')} />
  if (visit && hasCartToShow(visit)) return <CashPaymentForm key={visit.id} visit={visit} />
  return (
    <Screen title={t('cash.title')} backHref={paths.deliveries()}>
      {failure ? (
        <CustomerLinkProblem failure={failure} onRetry={retry} />
      ) : (
        <NoDeal hasCustomer={visit !== undefined} />
      )}
    </Screen>
  )
}

const CashPaymentForm = memo(function CashPaymentForm({ visit }: { visit: Visit }) {
  const t = useTranslate()
  const [, navigate] = useLocation()
  const packet = usePhoto(visit, 'packet')
  const receipt = usePhoto(visit, 'receipt')
  const capture = useLocationCapture()
  const parts = { packet: packet.ready, receipt: receipt.ready, takeLocation: capture.take }
  const payment = useCashPayment(visit, parts, (deal) =>
    navigate(paths.cashPaymentDone(deal.invoiceId), { replace: true }),
  )
  const { totals, form, completion, missingText } = payment
  const hairHref = hairValueHref(visit)
  return (
    <Screen
      title={t('cash.title')}
      backHref={hairHref}
      footer={<CompleteButton completion={completion} />}
    >
      <Stack gap="large">
        <StorageProblemNotice />
        <ClockNotice />
        <DealFigures
          customerName={visit.customer.name}
          hairValuePaise={visit.cart.hairValuePaise}
          totals={totals}
          hairHref={hairHref}
        />
        <PayoutFields visit={visit} payment={payment} />
        {form.payoutMethod === 'cash' && (
          <PhotoField kind="receipt" slot={receipt} missing={missingText('cash-receipt')} />
        )}
        <PhotoField kind="packet" slot={packet} missing={missingText('packet-photo')} />
        <LocationField capture={capture} />
      </Stack>
    </Screen>
  )
})

interface PaymentProps {
  payment: ReturnType<typeof useCashPayment>
}

function PayoutFields({ visit, payment }: PaymentProps & { visit: Visit }) {
  const { totals, form, missingText } = payment
  return (
    <CashFields
      form={form}
      isCollecting={totals.direction === 'collect'}
      amountError={missingText('cash-amount') ?? missingText('valid-cash-amount')}
      referenceError={missingText('upi-reference')}
      upiRequest={
        // A demo deal must not request real money.
        !isDemoVisit(visit) && (
          <UpiRequest balancePaise={totals.balancePaise} customerId={visit.customer.id} />
        )
      }
    />
  )
}

function CompleteButton({ completion }: Pick<PaymentProps['payment'], 'completion'>) {
  const t = useTranslate()
  return (
    <ActionArea>
      <Button
        variant="primary"
        busy={completion.isBusy}
        busyLabel={t('cash.completing')}
        onClick={completion.run}
      >
        {t('cash.complete')}
      </Button>
    </ActionArea>
  )
}

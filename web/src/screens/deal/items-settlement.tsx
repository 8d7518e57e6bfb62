import { hasCartToShow, type Visit } from '@veni/domain/visit'
import { useLocation, useSearch } from 'wouter'
import { ClockNotice } from '../../components/frame/clock-notice.tsx'
import { StorageProblemNotice } from '../../components/frame/storage-problem-notice.tsx'
import { Screen } from '../../components/frame/screen.tsx'
import { CartBar } from '../../features/cart/cart-bar.tsx'
import { LocationField } from '../../features/location/location-field.tsx'
import { PhotoField } from '../../features/photo/photo-field.tsx'
import { useLocationCapture } from '../../features/location/use-location.ts'
import { usePhoto } from '../../features/photo/use-photo.ts'
import { CompletedDeal } from '../../features/deal/completed/completed-deal.tsx'
import { DealFigures } from '../../features/deal/deal-figures.tsx'
import { NoDeal } from '../../features/deal/no-deal.tsx'
import { SelectedItems } from '../../features/deal/selected-items.tsx'
import { useMarkDelivered } from '../../features/deal/completed/use-mark-delivered.ts'
import { useSettlement } from '../../features/deal/use-settlement.ts'
import { useTranslate } from '../../i18n/translate.ts'
import { useValue } from '../../lib/use-value.ts'
import { readInvoiceQuery } from '../../links.ts'
import { paths } from '../../paths.ts'
import { activeVisit } from '../../state/visit.ts'
import { ActionArea, Stack } from '../../ui/layout/layout.tsx'
import { Button } from '../../ui/button/button.tsx'
import { showToast } from '../../ui/message/toast-store.ts'

export default function ItemsSettlement() {
  const t = useTranslate()
  const invoiceId = readInvoiceQuery(useSearch())
  const visit = useValue(activeVisit)
  if (invoiceId) return <Confirmed invoiceId={invoiceId} />
  if (visit && hasCartToShow(visit)) return <SettlementForm key={visit.id} visit={visit} />
  return (
    <Screen title={t('settle.title')} backHref={paths.deliveries()}>
      <NoDeal hasCustomer={visit !== undefined} />
    </Screen>
  )
}

function Confirmed({ invoiceId }: { invoiceId: string }) {
  const t = useTranslate()
  const [, navigate] = useLocation()
  const deliver = useMarkDelivered(() => navigate(paths.deliveries()))
  return <CompletedDeal invoiceId={invoiceId} title={t('settle.title')} onMarkDelivered={deliver} />
}

function SettlementForm({ visit }: { visit: Visit }) {
  const t = useTranslate()
  const [, navigate] = useLocation()
  const packet = usePhoto(visit, 'packet')
  const capture = useLocationCapture()
  const parts = { packet: packet.ready, takeLocation: capture.take }
  const { totals, completion } = useSettlement(visit, parts, (deal) =>
    navigate(paths.settlementDone(deal.invoiceId), { replace: true }),
  )
  return (
    <Screen
      title={t('settle.title')}
      backHref={paths.products()}
      footer={<Footer isEmpty={visit.cart.items.length === 0} completion={completion} />}
    >
      <Stack gap="large">
        <StorageProblemNotice />
        <ClockNotice />
        <DealFigures
          customerName={visit.customer.name}
          hairValuePaise={visit.cart.hairValuePaise}
          totals={totals}
        />
        <SelectedItems items={visit.cart.items} />
        <PhotoField
          kind="packet"
          slot={packet}
          missing={completion.shownMissing && t('settle.packetMissing')}
        />
        <LocationField capture={capture} />
        <Button wide onClick={() => navigate(paths.itemsCatalog())}>
          {t('common.cancel')}
        </Button>
      </Stack>
    </Screen>
  )
}

interface ConfirmButtonProps {
  /** The cart is empty. */
  isEmpty: boolean
  completion: ReturnType<typeof useSettlement>['completion']
}

function Footer(props: ConfirmButtonProps) {
  return (
    <>
      <CartBar quiet />
      <ConfirmButton {...props} />
    </>
  )
}

function ConfirmButton({ isEmpty, completion }: ConfirmButtonProps) {
  const t = useTranslate()

  function handleConfirm() {
    // An empty cart does not proceed on any screen: the customer would get nothing for the hair.
    if (isEmpty) showToast({ message: t('cart.emptyProceed'), tone: 'error' })
    else completion.run()
  }

  return (
    <ActionArea>
      <Button
        variant={isEmpty ? 'secondary' : 'primary'}
        wide
        busy={completion.isBusy}
        busyLabel={t('cash.completing')}
        onClick={handleConfirm}
      >
        {t('settle.confirm')}
      </Button>
    </ActionArea>
  )
}

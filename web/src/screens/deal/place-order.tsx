import type { PurchaseType } from '@veni/domain/order'
import type { Product } from '@veni/domain/product'
import type { Visit } from '@veni/domain/visit'
import { PackageX } from 'lucide-react'
import { useId, useState } from 'react'
import { Link, Redirect, useLocation, useSearch } from 'wouter'
import { Screen } from '../../components/frame/screen.tsx'
import { CartBar } from '../../features/cart/cart-bar.tsx'
import { useLocationWatch } from '../../features/location/use-location.ts'
import { OrderCustomer } from '../../features/orders/order-customer.tsx'
import type { PlacedOrder } from '../../features/orders/place-single-order.ts'
import {
  SingleOrderForm,
  type SingleOrderFormProps,
} from '../../features/orders/single-order-form.tsx'
import { useProduct } from '../../features/orders/use-product.ts'
import { useTranslate } from '../../i18n/translate.ts'
import { useValue } from '../../lib/use-value.ts'
import { links, readPlaceOrderQuery } from '../../links.ts'
import { paths } from '../../paths.ts'
import { activeVisit } from '../../state/visit.ts'
import { ActionArea, Stack } from '../../ui/layout/layout.tsx'
import { Button } from '../../ui/button/button.tsx'
import { EmptyState } from '../../ui/placeholder/empty-state.tsx'
import { LinkButton } from '../../ui/button/link-button.tsx'
import { Loading } from '../../ui/placeholder/loading.tsx'

export default function PlaceOrder() {
  const visit = useValue(activeVisit)
  if (!visit) return <Redirect to={paths.deliveries()} replace />
  return <PlaceOrderOf key={visit.id} visit={visit} />
}

function PlaceOrderOf({ visit }: { visit: Visit }) {
  const t = useTranslate()
  const [, navigate] = useLocation()
  const formId = useId()
  const [isBusy, setBusy] = useState(false)
  const { productId } = readPlaceOrderQuery(useSearch())
  useLocationWatch()
  const product = useProduct(productId)
  return (
    <Screen
      title={t('place.title')}
      backHref={paths.products()}
      footer={
        <>
          <CartBar quiet />
          <ConfirmOrder formId={formId} product={product} isBusy={isBusy} />
        </>
      }
    >
      {product === 'loading' && <Loading label={t('products.loading')} height="48rem" />}
      {product === 'missing' && <NoProduct />}
      {typeof product === 'object' && (
        <ProductOrder
          id={formId}
          visit={visit}
          product={product}
          onBusy={setBusy}
          onPlaced={(order, purchaseType) =>
            navigate(orderSuccessHref(order, visit, product, purchaseType), { replace: true })
          }
        />
      )}
    </Screen>
  )
}

function ProductOrder(props: SingleOrderFormProps) {
  const { visit, product } = props
  return (
    <Stack gap="large">
      <OrderCustomer visit={visit} product={product} />
      <SingleOrderForm {...props} />
    </Stack>
  )
}

interface ConfirmOrderProps {
  formId: string
  product: ReturnType<typeof useProduct>
  isBusy: boolean
}

function ConfirmOrder({ formId, product, isBusy }: ConfirmOrderProps) {
  const t = useTranslate()
  if (product === 'missing') return null
  return (
    <ActionArea>
      <Button
        type="submit"
        form={formId}
        variant="primary"
        disabled={product === 'loading'}
        busy={isBusy}
        busyLabel={t('place.confirming')}
      >
        {t('place.confirm')}
      </Button>
    </ActionArea>
  )
}

function NoProduct() {
  const t = useTranslate()
  return (
    <EmptyState
      icon={PackageX}
      title={t('place.notFound')}
      action={
        <Link href={paths.products()} asChild>
          <LinkButton variant="primary">{t('place.backToProducts')}</LinkButton>
        </Link>
      }
    />
  )
}

function orderSuccessHref(
  { orderId, amount }: PlacedOrder,
  { customer }: Visit,
  { name }: Product,
  payment: PurchaseType,
): string {
  return links.orderSuccess({
    customer: customer.name,
    product: name,
    orderId,
    amount: String(amount ?? ''),
    payment,
    realApi: String(orderId !== ''),
  })
}

import { Link, useSearch } from 'wouter'
import { Screen } from '../../components/frame/screen.tsx'
import { OrderSummary } from '../../features/orders/order-summary.tsx'
import { useTranslate } from '../../i18n/translate.ts'
import { readOrderSuccessQuery } from '../../links.ts'
import { paths } from '../../paths.ts'
import { ActionArea } from '../../ui/layout/layout.tsx'
import { LinkButton } from '../../ui/button/link-button.tsx'

export default function OrderSuccess() {
  const t = useTranslate()
  const order = readOrderSuccessQuery(useSearch())
  return (
    <Screen
      title={t('order.screen')}
      footer={
        <ActionArea>
          <Link href={paths.deliveries()} asChild>
            <LinkButton variant="primary">{t('order.viewCustomers')}</LinkButton>
          </Link>
          <Link href={paths.products()} asChild>
            <LinkButton wide>{t('order.another')}</LinkButton>
          </Link>
        </ActionArea>
      }
    >
      <OrderSummary order={order} />
    </Screen>
  )
}

import { Link } from 'wouter'
import { computeCartTotals } from '@veni/domain/cart'
import { Rupees } from '../../components/rupees.tsx'
import { useTranslate } from '../../i18n/translate.ts'
import { useValue } from '../../lib/use-value.ts'
import { paths } from '../../paths.ts'
import { activeVisit } from '../../state/visit.ts'
import { Banner } from '../../ui/message/banner.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { LinkButton } from '../../ui/button/link-button.tsx'
import styles from './customer-banner.module.css'

/** The selected customer with hair value and count of cart items. */
export function CustomerBanner() {
  const t = useTranslate()
  const visit = useValue(activeVisit)
  if (!visit) return <NoCustomer />
  const { customer, cart } = visit
  return (
    <Card tone="primary">
      <div className={styles.customer}>
        <div className={styles.text}>
          <p className={styles.name}>{customer.name || t('invoice.customer')}</p>
          <p className={styles.detail}>
            #{customer.id} ·{' '}
            {t('products.itemsInCart', { count: computeCartTotals(cart).quantity })}
          </p>
        </div>
        <p className={styles.value}>
          <span className={styles.detail}>{t('cart.hairValue')}</span>{' '}
          <Rupees paise={cart.hairValuePaise} size="large" />
        </p>
      </div>
    </Card>
  )
}

function NoCustomer() {
  const t = useTranslate()
  return (
    <Banner
      kind="warning"
      title={t('mode.noCustomer')}
      action={
        <Link href={paths.deliveries()} asChild>
          <LinkButton>{t('mode.chooseCustomer')}</LinkButton>
        </Link>
      }
    >
      {t('cart.noCustomer')}
    </Banner>
  )
}

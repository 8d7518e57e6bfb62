import { Link, useLocation } from 'wouter'
import { computeCartTotals } from '@veni/domain/cart'
import { absolutePaise } from '@veni/domain/money'
import type { Visit } from '@veni/domain/visit'
import { useTranslate } from '../../i18n/translate.ts'
import { hairValueHref } from '../../links.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button/button.tsx'
import { balanceDisplays, Figure } from './cart-figures.tsx'
import styles from './cart-overview.module.css'

export interface CartOverviewProps {
  visit: Visit
  quiet: boolean
  onPay: () => void
}

/** The collapsed bar: hair value, items total and balance. */
export function CartOverview({ visit, quiet, onPay }: CartOverviewProps) {
  const t = useTranslate()
  const [location] = useLocation()
  const { itemsTotalPaise, balancePaise, direction } = computeCartTotals(visit.cart)
  const { label, tone } = balanceDisplays[direction]
  return (
    <div className={styles.overview}>
      <Link
        href={hairValueHref(visit)}
        // On /payment-mode it only moves the cursor, so Back must not return to the same screen.
        replace={location === paths.paymentMode()}
        className={styles.hair}
      >
        <Figure label={t('cart.hairValue')} paise={visit.cart.hairValuePaise} />
      </Link>
      <div className={styles.sums}>
        <Figure inline label={t('cart.itemsTotal')} paise={itemsTotalPaise} />
        {/* A live region: screen readers announce each change of the balance. */}
        <output>
          <Figure
            inline
            size="title"
            label={t(label)}
            paise={absolutePaise(balancePaise)}
            tone={tone}
          />
        </output>
      </div>
      <div className={styles.proceed}>
        <Button variant={quiet ? 'secondary' : 'primary'} wide onClick={onPay}>
          {t('cart.proceed')}
        </Button>
      </div>
    </div>
  )
}

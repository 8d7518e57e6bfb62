import { Link, useLocation } from 'wouter'
import { cartTotals } from '@veni/domain/cart'
import { absolutePaise } from '@veni/domain/money'
import type { Visit } from '@veni/domain/visit'
import { useTranslate } from '../../i18n/translate.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button/button.tsx'
import { balanceLooks } from './balance-look.ts'
import { hairValueHref } from './cart-hrefs.ts'
import { Figure } from './figure.tsx'
import styles from './cart-overview.module.css'

export interface CartOverviewProps {
  visit: Visit
  quiet: boolean
  onPay: () => void
}

/** The collapsed bar: what the hair is worth, what was taken for it, which way the rest goes. */
export function CartOverview({ visit, quiet, onPay }: CartOverviewProps) {
  const t = useTranslate()
  const [location] = useLocation()
  const { itemsTotalPaise, balancePaise, direction } = cartTotals(visit.cart)
  const { label, tone } = balanceLooks[direction]
  return (
    <div className={styles.overview}>
      <Link
        href={hairValueHref(visit)}
        // On the screen it leads to, it only moves the cursor: that is no step to go back over.
        replace={location === paths.paymentMode()}
        className={styles.hair}
      >
        <Figure label={t('cart.hairValue')} paise={visit.cart.hairValuePaise} />
      </Link>
      <div className={styles.sums}>
        <Figure inline label={t('cart.itemsTotal')} paise={itemsTotalPaise} />
        {/* Read out whenever it changes: what comes of a weight or a gift. */}
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

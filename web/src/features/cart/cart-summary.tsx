import { computeCartTotals } from '@veni/domain/cart'
import { absolutePaise } from '@veni/domain/money'
import type { Visit } from '@veni/domain/visit'
import { useTranslate } from '../../i18n/translate.ts'
import { Button } from '../../ui/button/button.tsx'
import { balanceDisplays, Figure } from './cart-figures.tsx'
import styles from './cart-summary.module.css'

export interface CartSummaryProps {
  visit: Visit
  quiet: boolean
  onMinimize: () => void
  onSettle: () => void
  onPay: () => void
}

/** The foot of the expanded cart: the sums and the two ways to settle. */
export function CartSummary({ visit, quiet, onMinimize, onSettle, onPay }: CartSummaryProps) {
  const t = useTranslate()
  const { itemsTotalPaise, balancePaise, direction } = computeCartTotals(visit.cart)
  const { shortLabel, tone } = balanceDisplays[direction]
  return (
    <div className={styles.summary}>
      <div className={styles.figures}>
        <Figure label={t('cart.hairValue')} paise={visit.cart.hairValuePaise} />
        <Figure label={t('cart.itemsTotal')} paise={itemsTotalPaise} />
        <output>
          <Figure
            label={t(shortLabel)}
            paise={absolutePaise(balancePaise)}
            tone={tone}
            size="title"
          />
        </output>
      </div>
      <div className={styles.buttons}>
        <Button variant="quiet" onClick={onMinimize}>
          {t('cart.minimize')}
        </Button>
        <Button onClick={onSettle}>{t('cart.settle')}</Button>
        <Button variant={quiet ? 'secondary' : 'primary'} onClick={onPay}>
          {t('cart.proceedToPayment')}
        </Button>
      </div>
    </div>
  )
}

import { absolutePaise, type Paise } from '@veni/domain/money'
import type { CartTotals } from '@veni/domain/cart'
import { Pencil } from 'lucide-react'
import { Link } from 'wouter'
import { Rupees } from '../../components/rupees.tsx'
import { useTranslate } from '../../i18n/translate.ts'
import { Card } from '../../ui/layout/card.tsx'
import styles from './deal-figures.module.css'

export interface DealFiguresProps {
  customerName: string
  hairValuePaise: Paise
  totals: CartTotals
  /** The screen that corrects the weights; with it the hair value is a link. */
  hairHref?: string
}

/** The customer, the hair value, the items total and the balance with its direction. */
export function DealFigures({ customerName, hairValuePaise, totals, hairHref }: DealFiguresProps) {
  const t = useTranslate()
  const isCollecting = totals.direction === 'collect'
  const tone = isCollecting ? 'collect' : 'return'
  const hairValue = (
    <>
      <span className={styles.label}>
        {t('cart.hairValue')}
        {hairHref && <Pencil aria-hidden />}
      </span>
      <Rupees paise={hairValuePaise} size="title" />
    </>
  )
  return (
    <Card tone={tone}>
      <p className={styles.customer}>{customerName}</p>
      <div className={styles.figures}>
        {hairHref ? (
          <Link href={hairHref} className={styles.figure}>
            {hairValue}
          </Link>
        ) : (
          <div className={styles.figure}>{hairValue}</div>
        )}
        <div className={styles.figure}>
          <span className={styles.label}>{t('cart.itemsTotal')}</span>
          <Rupees paise={totals.itemsTotalPaise} size="title" />
        </div>
      </div>
      <div className={styles.balance} data-tone={tone}>
        <span>{t(isCollecting ? 'cash.balanceToCollect' : 'cash.balanceToReturn')}</span>
        <Rupees paise={absolutePaise(totals.balancePaise)} size="hero" tone={tone} />
      </div>
    </Card>
  )
}

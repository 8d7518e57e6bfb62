import { lineTotal, type CartItem } from '@veni/domain/cart'
import { Rupees } from '../../components/rupees.tsx'
import { useTranslate } from '../../i18n/translate.ts'
import { Card } from '../../ui/card.tsx'
import styles from './selected-items.module.css'

/** What the customer takes for the hair, line by line. */
export function SelectedItems({ items }: { items: readonly CartItem[] }) {
  const t = useTranslate()
  return (
    <Card>
      <h2 className={styles.title}>{t('settle.selected')}</h2>
      {items.length === 0 && <p>{t('settle.none')}</p>}
      <ul className={styles.list}>
        {items.map((item) => (
          <li key={item.productId} className={styles.line}>
            <span className={styles.name}>{item.name}</span>
            <span className="tabular">× {item.quantity}</span>
            <Rupees paise={lineTotal(item)} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

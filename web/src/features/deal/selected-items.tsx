import { computeLineTotal, type CartItem } from '@veni/domain/cart'
import { Link } from 'wouter'
import { Rupees } from '../../components/rupees.tsx'
import { useTranslate } from '../../i18n/translate.ts'
import { paths } from '../../paths.ts'
import { Card } from '../../ui/layout/card.tsx'
import { Stack } from '../../ui/layout/layout.tsx'
import { LinkButton } from '../../ui/button/link-button.tsx'
import styles from './selected-items.module.css'

/** The products that the customer takes for the hair. */
export function SelectedItems({ items }: { items: readonly CartItem[] }) {
  const t = useTranslate()
  return (
    <Card>
      <h2 className={styles.title}>{t('settle.selected')}</h2>
      {items.length === 0 && (
        <Stack>
          <p>{t('settle.none')}</p>
          <Link href={paths.products()} asChild>
            <LinkButton wide>{t('products.title')}</LinkButton>
          </Link>
        </Stack>
      )}
      <ul className={styles.list}>
        {items.map((item) => (
          <li key={item.productId} className={styles.line}>
            <span className={styles.name}>{item.name}</span>
            <span className="tabular">× {item.quantity}</span>
            <Rupees paise={computeLineTotal(item)} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

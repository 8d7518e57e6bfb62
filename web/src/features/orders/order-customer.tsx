import type { Product } from '@veni/domain/product'
import type { Visit } from '@veni/domain/visit'
import { ProductPicture } from '../../components/product-picture.tsx'
import { Rupees } from '../../components/rupees.tsx'
import { useTranslate } from '../../i18n/translate.ts'
import { Card } from '../../ui/layout/card.tsx'
import styles from './order-customer.module.css'

/** The customer and the product of a single order. */
export function OrderCustomer({ visit, product }: { visit: Visit; product: Product }) {
  const t = useTranslate()
  const { customer } = visit
  return (
    <Card>
      <p className={styles.customer}>{customer.name}</p>
      <p className={styles.id}>#{customer.id}</p>
      <div className={styles.product}>
        <div className={styles.picture}>
          <ProductPicture src={product.imageUrl} alt="" />
        </div>
        <div className={styles.text}>
          <p className={styles.name}>{product.name}</p>
          <p className={styles.id}>{product.description || t('products.defaultWeight')}</p>
          <Rupees paise={product.pricePaise} size="title" />
        </div>
      </div>
    </Card>
  )
}

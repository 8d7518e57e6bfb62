import type { Product } from '@veni/domain/product'
import type { Visit } from '@veni/domain/visit'
import { Rupees } from '../../components/rupees.tsx'
import { Card } from '../../ui/card.tsx'
import { Picture } from '../../ui/picture.tsx'
import styles from './order-customer.module.css'

/** Who gets what: the customer and the product of a single order. */
export function OrderCustomer({ visit, product }: { visit: Visit; product: Product }) {
  const { customer } = visit
  return (
    <Card>
      <p className={styles.customer}>{customer.name}</p>
      <p className={styles.id}>#{customer.id}</p>
      <div className={styles.product}>
        <div className={styles.picture}>
          <Picture src={product.imageUrl || undefined} alt="" />
        </div>
        <div>
          <p className={styles.name}>{product.name}</p>
          <p className={styles.id}>{product.description}</p>
          <Rupees paise={product.pricePaise} size="title" />
        </div>
      </div>
    </Card>
  )
}

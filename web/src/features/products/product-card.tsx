import { ShoppingCart } from 'lucide-react'
import { memo } from 'react'
import { Link } from 'wouter'
import type { Product } from '@veni/domain/product'
import { ProductPicture } from '../../components/product-picture.tsx'
import { Rupees } from '../../components/rupees.tsx'
import { useTranslate, translate } from '../../i18n/translate.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button/button.tsx'
import styles from './product-card.module.css'
import { addProduct } from '@veni/domain/cart'
import { reportProblem } from '../../lib/report.ts'
import { activeVisit, updateCart } from '../../state/visit.ts'
import { showToast } from '../../ui/message/toast-store.ts'

export interface ProductCardProps {
  product: Product
  /** The quantity in the cart. */
  inCart: number
  /** No customer is selected. */
  disabled: boolean
}

/** A product. Its name and picture open /placeorder; BUY adds it to the cart. */
export const ProductCard = memo(function ProductCard({
  product,
  inCart,
  disabled,
}: ProductCardProps) {
  const t = useTranslate()
  const { name, description } = product
  return (
    <li className={styles.card}>
      <Link href={paths.placeOrder(product.productId)} className={styles.link}>
        <ProductPicture src={product.imageUrl} />
        <span className={styles.name}>{name}</span>
      </Link>
      {inCart > 0 && (
        <span className={styles.inCart}>
          <ShoppingCart aria-hidden="true" />
          <span className="visually-hidden">{t('products.inCart', { count: inCart })}</span>
          <span aria-hidden="true" className="tabular">
            {inCart}
          </span>
        </span>
      )}
      <p className={styles.description}>{description || t('products.defaultWeight')}</p>
      <Rupees paise={product.pricePaise} size="title" />
      <div className={styles.buy}>
        <Button
          wide
          disabled={disabled}
          aria-label={t('products.buyNamed', { name })}
          onClick={() => addToCart(product)}
        >
          {t('products.buy')}
        </Button>
      </div>
    </li>
  )
})

/** Adds a product to the cart of the selected customer; without a customer it adds nothing. */
export function addToCart(product: Product): void {
  const visit = activeVisit.get()
  if (!visit) {
    reportProblem(`Not added to a cart, because no customer is selected: ${product.productId}`)
    showToast({ message: translate('cart.noCustomer'), tone: 'error' })
    return
  }
  const { name } = product
  const cart = addProduct(visit.cart, product)
  if (cart === visit.cart) {
    showToast({ message: translate('products.notAdded', { name }), tone: 'error' })
    return
  }
  updateCart(() => cart)
  showToast({ message: translate('products.added', { name }), tone: 'success' })
}

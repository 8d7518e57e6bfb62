import { ShoppingCart, Trash2 } from 'lucide-react'
import { memo } from 'react'
import {
  DEFAULT_ITEM_DESCRIPTION,
  computeLineTotal,
  MAX_QUANTITY,
  removeItem,
  setQuantity,
  type CartItem,
} from '@veni/domain/cart'
import { formatRupees } from '@veni/domain/money'
import { ProductPicture } from '../../components/product-picture.tsx'
import { Rupees } from '../../components/rupees.tsx'
import { useTranslate } from '../../i18n/translate.ts'
import { updateCart } from '../../state/visit.ts'
import { IconButton } from '../../ui/button/icon-button.tsx'
import { Stepper } from '../../ui/choice/stepper.tsx'
import { EmptyState } from '../../ui/placeholder/empty-state.tsx'
import styles from './cart-items.module.css'

export function CartItems({ items }: { items: readonly CartItem[] }) {
  const t = useTranslate()
  if (items.length === 0)
    return (
      <EmptyState icon={ShoppingCart} title={t('cart.emptyTitle')} message={t('cart.emptyHint')} />
    )
  return (
    <ul>
      {items.map((item) => (
        <CartItemRow key={item.productId} item={item} />
      ))}
    </ul>
  )
}

/** One cart item with its quantity and its total. */
const CartItemRow = memo(function CartItemRow({ item }: { item: CartItem }) {
  const t = useTranslate()
  const { productId, name, description, quantity } = item
  const hasDescription = description !== DEFAULT_ITEM_DESCRIPTION
  return (
    <li className={styles.line}>
      <div>
        <ProductPicture src={item.image} />
      </div>
      <div>
        <p className={styles.name}>{name}</p>
        <p className={styles.detail}>
          {hasDescription ? description : t('cart.anyProduct')} ·{' '}
          {t('cart.each', { price: formatRupees(item.pricePaise) })}
        </p>
      </div>
      <IconButton
        icon={Trash2}
        danger
        label={t('cart.remove', { name })}
        onClick={() => updateCart((cart) => removeItem(cart, productId))}
      />
      <div className={styles.amounts}>
        <Stepper
          label={t('cart.quantity')}
          decreaseLabel={t('cart.decrease', { name })}
          increaseLabel={t('cart.increase', { name })}
          value={quantity}
          max={MAX_QUANTITY}
          onChange={(next) => updateCart((cart) => setQuantity(cart, productId, next))}
        />
        <Rupees paise={computeLineTotal(item)} size="title" />
      </div>
    </li>
  )
})

import { ShoppingCart } from 'lucide-react'
import type { CartItem } from '@veni/domain/cart'
import { useTranslate } from '../../i18n/translate.ts'
import { EmptyState } from '../../ui/placeholder/empty-state.tsx'
import { CartLine } from './cart-line.tsx'

export function CartItems({ items }: { items: readonly CartItem[] }) {
  const t = useTranslate()
  if (items.length === 0)
    return (
      <EmptyState icon={ShoppingCart} title={t('cart.emptyTitle')} message={t('cart.emptyHint')} />
    )
  return (
    <ul>
      {items.map((item) => (
        <CartLine key={item.productId} item={item} />
      ))}
    </ul>
  )
}

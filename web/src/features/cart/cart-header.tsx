import { clearCart } from '@veni/domain/cart'
import type { Visit } from '@veni/domain/visit'
import { translate, useTranslate } from '../../i18n/translate.ts'
import { updateCart } from '../../state/visit.ts'
import { Button } from '../../ui/button/button.tsx'
import { confirm } from '../../ui/dialog/confirm-store.ts'
import styles from './cart-header.module.css'

/** The head of the expanded cart: title, customer and Clear All. */
export function CartHeader({ visit }: { visit: Visit }) {
  const t = useTranslate()
  return (
    <div className={styles.header}>
      <div className={styles.text}>
        <h2>{t('cart.title')}</h2>
        <p className={styles.customer}>{visit.customer.name}</p>
      </div>
      <Button
        variant="quiet"
        disabled={visit.cart.items.length === 0}
        onClick={() => void confirmClear()}
      >
        {t('cart.clear')}
      </Button>
    </div>
  )
}

async function confirmClear() {
  const isSure = await confirm({
    message: translate('cart.clearConfirm'),
    confirmLabel: translate('common.ok'),
    cancelLabel: translate('common.cancel'),
    danger: true,
  })
  if (isSure) updateCart(clearCart)
}

import { ShoppingCart } from 'lucide-react'
import { useDeferredValue } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { cartTotals, setExpanded } from '@veni/domain/cart'
import { hasCartToShow, type Visit } from '@veni/domain/visit'
import { useTranslate } from '../../i18n/translate.ts'
import { afterPaint } from '../../lib/after-paint.ts'
import { usePainted } from '../../lib/use-painted.ts'
import { useValue } from '../../lib/use-value.ts'
import { paths } from '../../paths.ts'
import { activeVisit, updateCart } from '../../state/visit.ts'
import { ExpandableBar } from '../../ui/layout/expandable-bar.tsx'
import { dismissToast, showToast } from '../../ui/message/toast-store.ts'
import { cashPaymentHref } from './cart-hrefs.ts'
import { CartHeader } from './cart-header.tsx'
import { CartItems } from './cart-items.tsx'
import { CartOverview } from './cart-overview.tsx'
import { CartSummary } from './cart-summary.tsx'

export interface CartBarProps {
  /** The screen has a next step of its own, which the bar's must not outshine. */
  quiet?: boolean
  /** What the screen shows beside the words that nothing is in the cart yet. */
  onEmpty?: () => void
}

/** The cart of the active customer, for the footer of the screens that sell (spec §2 "Cart bar"). */
export function CartBar({ quiet = false, onEmpty }: CartBarProps) {
  const visit = useValue(activeVisit)
  const isToShow = visit !== undefined && hasCartToShow(visit)
  // A weight is drawn before the bar that it brings up; a gift is in the cart with the tap.
  const hadTime = usePainted(isToShow)
  if (!visit || !isToShow || (visit.cart.items.length === 0 && !hadTime)) return null
  // Nothing in it is no next step yet; it still says why to who presses.
  const isIdle = quiet || visit.cart.items.length === 0
  return <VisitCart visit={visit} quiet={isIdle} onEmpty={onEmpty} />
}

const showExpanded = (isExpanded: boolean) => updateCart((cart) => setExpanded(cart, isExpanded))

interface VisitCartProps extends Pick<CartBarProps, 'onEmpty'> {
  visit: Visit
  quiet: boolean
}

function VisitCart({ visit, quiet, onEmpty }: VisitCartProps) {
  const t = useTranslate()
  const { cart } = visit
  const { quantity } = cartTotals(cart)
  // The whole cart is much to draw, in slices between which a tap is answered.
  const isExpanded = useDeferredValue(cart.isExpanded)

  function goOn(href: string) {
    if (cart.items.length === 0) {
      showToast({ message: t('cart.emptyProceed'), tone: 'error' })
      // The open cart would stand over it.
      if (!isExpanded) onEmpty?.()
      return
    }
    afterPaint(() => {
      showExpanded(false)
      // What was just put into the cart is no news on the next screen, whose heading it would cover.
      dismissToast()
      navigate(href)
    })
  }
  const pay = () => goOn(cashPaymentHref(visit))
  const settle = () => goOn(paths.itemsSettlement())

  return (
    <ExpandableBar
      label={t('cart.label')}
      expanded={isExpanded}
      onExpandedChange={showExpanded}
      expandLabel={t('cart.expand', { count: quantity })}
      collapseLabel={t('cart.collapse')}
      toggle={
        <>
          <ShoppingCart aria-hidden="true" />
          <span className="tabular">{quantity}</span>
        </>
      }
      summary={
        isExpanded ? (
          <CartHeader visit={visit} />
        ) : (
          <CartOverview visit={visit} quiet={quiet} onPay={pay} />
        )
      }
      footer={
        <CartSummary
          visit={visit}
          quiet={quiet}
          onMinimize={() => showExpanded(false)}
          onSettle={settle}
          onPay={pay}
        />
      }
    >
      <CartItems items={cart.items} />
    </ExpandableBar>
  )
}

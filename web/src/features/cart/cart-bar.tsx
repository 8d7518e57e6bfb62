import { ShoppingCart } from 'lucide-react'
import { useDeferredValue } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { computeCartTotals, setExpanded, type Cart } from '@veni/domain/cart'
import { hasCartToShow, type Visit } from '@veni/domain/visit'
import { translate, useTranslate } from '../../i18n/translate.ts'
import { afterPaint } from '../../lib/after-paint.ts'
import { usePainted } from '../../lib/use-painted.ts'
import { useValue } from '../../lib/use-value.ts'
import { cashPaymentHref } from '../../links.ts'
import { paths } from '../../paths.ts'
import { activeVisit, updateCart } from '../../state/visit.ts'
import { ExpandableBar } from '../../ui/layout/expandable-bar.tsx'
import { dismissToast, showToast } from '../../ui/message/toast-store.ts'
import { CartHeader } from './cart-header.tsx'
import { CartItems } from './cart-items.tsx'
import { CartOverview } from './cart-overview.tsx'
import { CartSummary } from './cart-summary.tsx'

export interface CartBarProps {
  /** The screen has a primary button of its own, so the bar uses secondary buttons. */
  quiet?: boolean
  /** Called when the runner proceeds with an empty cart and the bar is collapsed. */
  onEmpty?: () => void
}

/** The cart of the selected customer, for the footer of the selling screens. */
export function CartBar({ quiet = false, onEmpty }: CartBarProps) {
  const visit = useValue(activeVisit)
  const isVisible = visit !== undefined && hasCartToShow(visit)
  // A typed weight is painted before the bar appears; an added product opens the bar at once.
  const isPainted = usePainted(isVisible)
  if (!visit || !isVisible || (visit.cart.items.length === 0 && !isPainted)) return null
  // Proceed is not the next step of an empty cart; a tap still explains why.
  const isQuiet = quiet || visit.cart.items.length === 0
  return <VisitCart visit={visit} quiet={isQuiet} onEmpty={onEmpty} />
}

const showExpanded = (isExpanded: boolean) => updateCart((cart) => setExpanded(cart, isExpanded))

interface VisitCartProps extends Pick<CartBarProps, 'onEmpty'> {
  visit: Visit
  quiet: boolean
}

function VisitCart({ visit, quiet, onEmpty }: VisitCartProps) {
  const t = useTranslate()
  const { cart } = visit
  const { quantity } = computeCartTotals(cart)
  // Deferred: rendering the whole cart takes long and must not delay the answer to a tap.
  const isExpanded = useDeferredValue(cart.isExpanded)
  // The expanded cart would cover what the screen shows.
  const handleEmpty = isExpanded ? undefined : onEmpty
  const pay = () => proceedTo(cashPaymentHref(visit), cart, handleEmpty)
  const settle = () => proceedTo(paths.itemsSettlement(), cart, handleEmpty)

  return (
    <ExpandableBar
      label={t('cart.label')}
      expanded={isExpanded}
      onExpandedChange={showExpanded}
      expandLabel={t('cart.expand', { count: quantity })}
      collapseLabel={t('cart.collapse')}
      toggle={<CartToggle quantity={quantity} />}
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

function CartToggle({ quantity }: { quantity: number }) {
  return (
    <>
      <ShoppingCart aria-hidden="true" />
      <span className="tabular">{quantity}</span>
    </>
  )
}

function proceedTo(href: string, cart: Cart, onEmpty: (() => void) | undefined): void {
  if (cart.items.length === 0) {
    showToast({ message: translate('cart.emptyProceed'), tone: 'error' })
    onEmpty?.()
    return
  }
  afterPaint(() => {
    showExpanded(false)
    // The toast of an added product would cover the heading of the next screen.
    dismissToast()
    navigate(href)
  })
}

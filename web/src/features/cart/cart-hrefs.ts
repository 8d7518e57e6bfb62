import { cartTotals } from '@veni/domain/cart'
import type { Visit } from '@veni/domain/visit'
import { links } from '../../links.ts'

/** /cash-payment with what the visit comes to. */
export function cashPaymentHref({ customer, cart }: Visit): string {
  const { itemsTotalPaise, balancePaise } = cartTotals(cart)
  return links.cashPayment({
    customer: customer.name,
    customerId: customer.id,
    hairValuePaise: cart.hairValuePaise,
    itemsTotalPaise,
    balancePaise,
    items: cart.items,
  })
}

/** /payment-mode at the weights (spec §2 "Cart bar"). */
export function hairValueHref({ customer, hair }: Visit): string {
  return links.paymentMode({
    customerId: customer.id,
    customerName: customer.name,
    hair,
    focusHair: true,
  })
}

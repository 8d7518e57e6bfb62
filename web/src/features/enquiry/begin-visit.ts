import { cartTotals } from '@veni/domain/cart'
import type { Customer } from '@veni/domain/customer'
import { needsSwitchConfirmation, visitCustomer } from '@veni/domain/visit'
import { translate } from '../../i18n/translate.ts'
import { activeVisit, selectCustomer } from '../../state/visit.ts'
import { confirm } from '../../ui/confirm-store.ts'

/** @returns whether the runner may leave the customer whose cart has items (spec §4 "Switching customer") */
export async function mayVisit(customer: Customer): Promise<boolean> {
  const current = activeVisit.get()
  if (!current || !needsSwitchConfirmation(current, customer.id)) return true
  return confirm({
    message: translate('cart.switch', {
      count: cartTotals(current.cart).quantity,
      from: current.customer.name,
      to: customer.memberName,
    }),
    confirmLabel: translate('common.ok'),
    cancelLabel: translate('common.cancel'),
  })
}

/** Makes the customer the active one; his own weights and cart come back if he had any. */
export function beginVisit(customer: Customer): void {
  selectCustomer(visitCustomer(customer))
}

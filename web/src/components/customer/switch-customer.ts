import { computeCartTotals } from '@veni/domain/cart'
import { needsSwitchConfirmation, type Visit, type VisitCustomer } from '@veni/domain/visit'
import { translate } from '../../i18n/translate.ts'
import { owner } from '../../state/session.ts'
import { activeVisit, selectCustomer } from '../../state/visit.ts'
import { confirm } from '../../ui/dialog/confirm-store.ts'

/**
 * Selects a customer. If the cart of the current customer has items, the runner must confirm.
 * Without a question the switch happens synchronously.
 * @returns false when the runner declined or has signed out meanwhile, and the current customer stays selected
 */
export async function switchCustomer(customer: VisitCustomer): Promise<boolean> {
  const leaving = activeVisit.get()
  const runner = owner()
  const mustConfirm = leaving !== undefined && needsSwitchConfirmation(leaving, customer.id)
  if (mustConfirm && !(await confirmSwitch(leaving, customer))) return false
  if (owner() !== runner) return false
  selectCustomer(customer)
  return true
}

function confirmSwitch(leaving: Visit, next: VisitCustomer): Promise<boolean | undefined> {
  return confirm({
    message: translate('cart.switch', {
      count: computeCartTotals(leaving.cart).quantity,
      from: nameOf(leaving.customer),
      to: nameOf(next),
    }),
    confirmLabel: translate('common.ok'),
    cancelLabel: translate('common.cancel'),
  })
}

const nameOf = ({ name, id }: VisitCustomer) => name || `#${id}`

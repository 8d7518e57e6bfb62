import { cartTotals } from '@veni/domain/cart'
import { needsSwitchConfirmation, type Visit, type VisitCustomer } from '@veni/domain/visit'
import { translate } from '../../i18n/translate.ts'
import { activeVisit, selectCustomer } from '../../state/visit.ts'
import { confirm } from '../../ui/dialog/confirm-store.ts'

/**
 * Makes a customer the active one. Leaving a customer whose cart has items needs the runner's word
 * (spec §4 "Switching customer"); without a question it happens at once, before this returns.
 * @returns false when he declined: the customer of before stays active
 */
export async function switchCustomer(customer: VisitCustomer): Promise<boolean> {
  const leaving = activeVisit.get()
  const mustAsk = leaving !== undefined && needsSwitchConfirmation(leaving, customer.id)
  if (mustAsk && !(await askToLeave(leaving, customer))) return false
  selectCustomer(customer)
  return true
}

function askToLeave(leaving: Visit, next: VisitCustomer): Promise<boolean> {
  return confirm({
    message: translate('cart.switch', {
      count: cartTotals(leaving.cart).quantity,
      from: nameOf(leaving.customer),
      to: nameOf(next),
    }),
    confirmLabel: translate('common.ok'),
    cancelLabel: translate('common.cancel'),
  })
}

const nameOf = ({ name, id }: VisitCustomer) => name || `#${id}`

import type { Location } from '@veni/domain/location'
import { cartTotals } from '@veni/domain/cart'
import { missingForCashPayment } from '@veni/domain/deal/record'
import type { Visit } from '@veni/domain/visit'
import type { Deal } from '../../outbox/deal-store.ts'
import { invariant } from '../../lib/invariant.ts'
import type { StoredPhoto } from '../../outbox/photo-store.ts'
import { completeCashPayment } from './complete-deal.ts'
import { useCashForm } from './use-cash-form.ts'
import { useCompletion } from './use-completion.ts'

export interface CashPaymentEvidence {
  readonly packet: StoredPhoto | undefined
  readonly receipt: StoredPhoto | undefined
  /** As it is known when the deal is completed. */
  readonly takeLocation: () => Location
}

/** The figures, the fields and the one step of /cash-payment. */
export function useCashPayment(
  visit: Visit,
  { packet, receipt, takeLocation }: CashPaymentEvidence,
  onDone: (deal: Deal) => void,
) {
  const totals = cartTotals(visit.cart)
  const form = useCashForm(visit.id, totals.balancePaise)
  const completion = useCompletion({
    missing: missingForCashPayment({
      hasPacketPhoto: packet !== undefined,
      payoutMethod: form.payoutMethod,
      upiReference: form.upiReference,
      hasCashReceipt: receipt !== undefined,
      balancePaise: totals.balancePaise,
      cashAmountPaise: form.amountPaise,
    }),
    complete() {
      invariant(packet, 'a deal without its packet photo is not completed')
      return completeCashPayment(visit, {
        packet,
        receipt: form.payoutMethod === 'cash' ? receipt : undefined,
        location: takeLocation(),
        payoutMethod: form.payoutMethod,
        upiReference: form.upiReference,
        cashAmountPaise: form.amountPaise,
      })
    },
    onDone,
  })
  return { totals, form, completion }
}

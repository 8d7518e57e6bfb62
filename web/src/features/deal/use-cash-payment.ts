import { computeCartTotals } from '@veni/domain/cart'
import type { Deal } from '@veni/domain/deal'
import { findMissingForCashPayment, type MissingPart } from '@veni/domain/deal/missing-part'
import type { Visit } from '@veni/domain/visit'
import type { MessageKey } from '../../i18n/en.ts'
import { useTranslate } from '../../i18n/translate.ts'
import { invariant } from '../../lib/invariant.ts'
import type { StoredPhoto } from '../../outbox/stores/photo-store.ts'
import { completeDeal, dealPhoto } from './complete-deal.ts'
import { useCashForm } from './use-cash-form.ts'
import { useCompletion } from './use-completion.ts'
import type { SettlementParts } from './use-settlement.ts'

export interface CashPaymentParts extends SettlementParts {
  readonly receipt: StoredPhoto | undefined
}

const missingKeys = {
  'packet-photo': 'deal.packetMissing',
  'upi-reference': 'deal.upiMissing',
  'cash-receipt': 'deal.receiptMissing',
  'cash-amount': 'deal.cashMissing',
  'valid-cash-amount': 'deal.cashInvalid',
} as const satisfies Record<MissingPart, MessageKey>

/** The figures and the fields of /cash-payment, and its completion. */
export function useCashPayment(
  visit: Visit,
  { packet, receipt, takeLocation }: CashPaymentParts,
  onDone: (deal: Deal) => void,
) {
  const t = useTranslate()
  const totals = computeCartTotals(visit.cart)
  const form = useCashForm(visit.id, totals.balancePaise)
  const { payoutMethod, upiReference, amountPaise: cashAmountPaise } = form
  const completion = useCompletion({
    missing: findMissingForCashPayment({
      hasPacketPhoto: packet !== undefined,
      payoutMethod,
      upiReference,
      hasCashReceipt: receipt !== undefined,
      balancePaise: totals.balancePaise,
      cashAmountPaise,
      isCashAmountInvalid: form.isAmountInvalid,
    }),
    complete() {
      invariant(packet, 'a cash payment cannot be completed without its packet photo')
      return completeDeal(visit, {
        kind: 'cash-payment',
        packet: dealPhoto(packet),
        receipt: payoutMethod === 'cash' && receipt ? dealPhoto(receipt) : undefined,
        location: takeLocation(),
        payoutMethod,
        upiReference,
        cashAmountPaise,
      })
    },
    onDone,
  })
  /** The sentence for a missing part, after the runner has tried to complete the deal. */
  const missingText = (part: MissingPart) =>
    completion.shownMissing === part ? t(missingKeys[part]) : undefined
  return { totals, form, completion, missingText }
}

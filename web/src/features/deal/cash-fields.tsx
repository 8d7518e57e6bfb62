import { PAYOUT_METHODS, type PayoutMethod } from '@veni/domain/order'
import { Banknote, ScanLine } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslate } from '../../i18n/translate.ts'
import { RadioCards } from '../../ui/choice/radio-cards.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import type { CashForm } from './use-cash-form.ts'

export interface CashFieldsProps {
  form: CashForm
  /** The customer owes the balance. */
  isCollecting: boolean
  amountError: string | undefined
  referenceError: string | undefined
  /** The UPI request, shown above the field for its reference. */
  upiRequest: ReactNode
}

const icons = { upi: ScanLine, cash: Banknote } as const satisfies Record<PayoutMethod, unknown>
const labels = { upi: 'cash.upi', cash: 'cash.cash' } as const satisfies Record<
  PayoutMethod,
  string
>

const collectedBy = { upi: 'cash.collectedByUpi', cash: 'cash.collected' } as const

/** The payout method and its fields. */
export function CashFields({
  form,
  isCollecting,
  amountError,
  referenceError,
  upiRequest,
}: CashFieldsProps) {
  const t = useTranslate()
  return (
    <>
      <TextField
        label={t('cash.amount')}
        hint={t(isCollecting ? collectedBy[form.payoutMethod] : 'cash.given')}
        type="number"
        inputMode="decimal"
        min={0}
        step={0.01}
        prefix="₹"
        value={form.amountText}
        onChange={form.setAmountText}
        // React calls onChange only when the text changes, and '' stays '' while no number is typed.
        onInput={({ currentTarget }) => form.setHasNoNumber(currentTarget.validity.badInput)}
        error={amountError}
      />
      <PayoutMethodChoice form={form} isCollecting={isCollecting} />
      {form.payoutMethod === 'upi' && upiRequest}
      {form.payoutMethod === 'upi' && (
        <TextField
          label={t('cash.upiReference')}
          // The error has the same content.
          hint={referenceError === undefined ? t('field.required') : undefined}
          autoComplete="off"
          value={form.upiReference}
          onChange={form.setUpiReference}
          error={referenceError}
        />
      )}
    </>
  )
}

function PayoutMethodChoice({
  form,
  isCollecting,
}: Pick<CashFieldsProps, 'form' | 'isCollecting'>) {
  const t = useTranslate()
  return (
    <RadioCards<PayoutMethod>
      legend={t(isCollecting ? 'cash.collectMethod' : 'cash.payoutMethod')}
      options={PAYOUT_METHODS.map((method) => ({
        value: method,
        label: t(labels[method]),
        icon: icons[method],
      }))}
      value={form.payoutMethod}
      onChange={form.setPayoutMethod}
    />
  )
}

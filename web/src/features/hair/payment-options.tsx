import { useState } from 'react'
import { Banknote, Gift } from 'lucide-react'
import { useTranslate } from '../../i18n/translate.ts'
import { ActionCard } from '../../ui/choice/action-card.tsx'
import { FieldError } from '../../ui/form/field-error.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { Stack } from '../../ui/layout/layout.tsx'

const SECTION_ID = 'payment-options'
const REASON_ID = 'weights-missing'

/** Shows the first option to a runner who looked for the next step elsewhere. */
export function focusPaymentOptions(): void {
  document.getElementById(SECTION_ID)?.querySelector('button')?.focus()
}

export interface PaymentOptionsProps {
  /** The hair value is above 0. */
  canProceed: boolean
  onCash: () => void
  onItems: () => void
}

/** The two ways to settle. While the hair value is 0 they look disabled and explain why when pressed. */
export function PaymentOptions({ canProceed, onCash, onItems }: PaymentOptionsProps) {
  const t = useTranslate()
  const [isRefused, setIsRefused] = useState(false)

  // aria-disabled, because a disabled button cannot react to a tap.
  const blocked = canProceed ? {} : { 'aria-disabled': true, 'data-disabled': '' }
  const unlessBlocked = (proceed: () => void) => () => (canProceed ? proceed() : setIsRefused(true))

  return (
    <Section title={t('mode.optionsTitle')}>
      <div id={SECTION_ID}>
        <Stack gap="small">
          {isRefused && !canProceed && (
            <FieldError id={REASON_ID}>{t('mode.weightsMissing')}</FieldError>
          )}
          <ActionCard
            {...blocked}
            icon={Banknote}
            label={t('mode.cash')}
            description={t('mode.cashDescription')}
            onClick={unlessBlocked(onCash)}
          />
          <ActionCard
            {...blocked}
            icon={Gift}
            label={t('mode.items')}
            description={t('mode.itemsDescription')}
            onClick={unlessBlocked(onItems)}
          />
        </Stack>
      </div>
    </Section>
  )
}

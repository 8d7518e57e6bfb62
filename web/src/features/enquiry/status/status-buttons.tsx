import type { Customer } from '@veni/domain/customer'
import { toVisitCustomer } from '@veni/domain/visit'
import { ThumbsUp } from 'lucide-react'
import { useState } from 'react'
import { switchCustomer } from '../../../components/customer/switch-customer.ts'
import { translate, useTranslate } from '../../../i18n/translate.ts'
import { reportProblem } from '../../../lib/report.ts'
import { useIsShown } from '../../../lib/use-is-shown.ts'
import { useValue } from '../../../lib/use-value.ts'
import { useHasRefusedDeal } from '../../../outbox/refused-deal.ts'
import { askForSignIn, owner, session } from '../../../state/session.ts'
import { ActionArea } from '../../../ui/layout/layout.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { confirm } from '../../../ui/dialog/confirm-store.ts'
import { showToast } from '../../../ui/message/toast-store.ts'
import { deleteHoldReason, HoldDialog } from './hold-dialog.tsx'
import { sendStatus } from './send-status.ts'
import {
  holdUpdate,
  statusActions,
  statusUpdate,
  VISIBLE_ACTIONS,
  type HoldReason,
  type StatusAction,
} from './status-actions.ts'
import styles from './status-buttons.module.css'

export interface StatusButtonsProps {
  customer: Customer
  onDone: (leadsTo: (typeof statusActions)[StatusAction]['leadsTo']) => void
}

/** Interested, Hold and Rejected: each asks first, then the runner continues at once. */
export function StatusButtons({ customer, onDone }: StatusButtonsProps) {
  const t = useTranslate()
  const { name, isSettled, isHolding, choose, hold, cancelHold } = useStatusChange(customer, onDone)
  return (
    <ActionArea>
      <div className={styles.buttons}>
        {VISIBLE_ACTIONS.map((action) => (
          <Button
            key={action}
            variant={action === 'interested' && !isSettled ? 'primary' : 'secondary'}
            icon={action === 'interested' ? ThumbsUp : undefined}
            wide
            onClick={() => void choose(action)}
          >
            <ActionLabel>{t(statusActions[action].label)}</ActionLabel>
          </Button>
        ))}
      </div>
      {isHolding && (
        <HoldDialog
          customerId={customer.id}
          name={name}
          onSave={(reason) => void hold(reason)}
          onCancel={cancelHold}
        />
      )}
    </ActionArea>
  )
}

function useStatusChange(customer: Customer, onDone: StatusButtonsProps['onDone']) {
  const t = useTranslate()
  useValue(session)
  const [holder, setHolder] = useState<string>()
  const isSettled = useHasRefusedDeal(customer.id)
  const isShown = useIsShown()
  const name = `${customer.memberName || t('customer.unnamed')} #${customer.id}`

  async function choose(action: StatusAction) {
    const runner = owner()
    if (!runner) return askForSignIn()
    const { confirmAs, leadsTo } = statusActions[action]
    const isWarned = isSettled && action === 'interested'
    const isSure = await confirm({
      message: t('enquiry.confirm', { status: t(confirmAs) }),
      subject: isWarned ? `${name}. ${t('outbox.refused.settled')}` : name,
      isCancelAdvised: isWarned,
      confirmLabel: t('common.ok'),
      cancelLabel: t('common.cancel'),
    })
    // The runner may have signed out in another tab.
    if (!isSure || owner() !== runner) return
    if (action === 'hold') return setHolder(runner)
    if (action === 'interested' && !(await startVisit(customer))) return
    await sendStatus(customer, statusUpdate(action))
    if (isShown.current) onDone(leadsTo)
  }

  async function hold(reason: HoldReason) {
    cancelHold()
    if (await sendStatus(customer, holdUpdate(reason))) deleteHoldReason(customer.id)
    if (isShown.current) onDone(statusActions.hold.leadsTo)
  }

  const cancelHold = () => setHolder(undefined)
  // The dialog shows what this runner has typed.
  const isHolding = holder === owner()
  return { name, isSettled, isHolding, choose, hold, cancelHold }
}

/** @returns whether the visit is active now */
async function startVisit(customer: Customer): Promise<boolean> {
  try {
    return await switchCustomer(toVisitCustomer(customer))
  } catch (error) {
    reportProblem('Visit not started', error)
    showToast({ message: translate('products.initFailed'), tone: 'error' })
    return false
  }
}

/** `Hold (May be Later)`: the text in brackets wraps as a whole. */
function ActionLabel({ children: label }: { children: string }) {
  const bracket = label.indexOf('(')
  if (bracket < 0) return label
  return (
    <>
      {label.slice(0, bracket)}
      <span className={styles.meaning}>{label.slice(bracket)}</span>
    </>
  )
}

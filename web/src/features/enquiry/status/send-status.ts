import type { CustomerUpdate } from '@veni/domain/api/customers'
import type { Customer } from '@veni/domain/customer'
import { toSeen } from '@veni/domain/customer/seen'
import { isDemoCustomerId } from '@veni/domain/demo/customer-id'
import { refusalText } from '../../../components/outbox/refusal-text.ts'
import { translate } from '../../../i18n/translate.ts'
import { randomId } from '../../../lib/random-id.ts'
import { reportProblem } from '../../../lib/report.ts'
import { newEntry } from '../../../outbox/entry.ts'
import { enqueue, onOutcome } from '../../../outbox/page-outbox.ts'
import type { Outcome } from '../../../outbox/deps.ts'
import { clockOffset } from '../../../state/clock-offset.ts'
import { owner } from '../../../state/session.ts'
import { showToast } from '../../../ui/message/toast-store.ts'

/**
 * Queues a status update and resolves when the phone has stored it, so that the runner continues at once.
 * If the first attempt fails, an alert follows. A demo customer's status is never sent.
 * @returns false when the phone could not store it
 * @param customer as the screen shows them: our server compares it with what the office has (decision 41)
 */
export async function sendStatus(customer: Customer, body: CustomerUpdate): Promise<boolean> {
  if (isDemoCustomerId(customer.id)) return true
  const id = randomId()
  const now = Date.now()
  const stopAlert = alertIfFirstAttemptFails(id)
  try {
    await enqueue(
      newEntry({
        id,
        owner: owner(),
        customerId: customer.id,
        createdAt: now,
        work: { kind: 'customer-update', body, seen: toSeen(customer, now, clockOffset.get()) },
      }),
    )
    return true
  } catch (error) {
    // A storage problem must not stop the runner, either.
    stopAlert()
    reportProblem('Status update not stored', error)
    showToast({ message: translate('status.failed'), tone: 'error' })
    return false
  }
}

function alertIfFirstAttemptFails(entryId: string): () => void {
  const stop = onOutcome((outcome) => {
    if (outcome.entry.id !== entryId) return
    stop()
    const message = alertFor(outcome)
    if (message) showToast({ message, tone: 'error' })
  })
  return stop
}

function alertFor(outcome: Outcome): string | undefined {
  // After a lost session /login explains, and the update continues after the sign-in.
  if (outcome.kind !== 'failed' && outcome.kind !== 'refused') return undefined
  if (outcome.entry.refusal?.office) return refusalText(outcome.entry, translate)
  return translate(outcome.failure.kind === 'timeout' ? 'status.timeout' : 'status.failed')
}

import type { CustomerUpdate } from '@veni/domain/api/customers'
import { isDemoCustomerId } from '@veni/domain/demo/customer-id'
import { translate } from '../../i18n/translate.ts'
import { randomId } from '../../lib/random-id.ts'
import { reportProblem } from '../../lib/report.ts'
import { newEntry } from '../../outbox/entry.ts'
import { enqueue, onOutcome } from '../../outbox/page-outbox.ts'
import type { Outcome } from '../../outbox/deps.ts'
import { owner } from '../../state/session.ts'
import { showToast } from '../../ui/message/toast-store.ts'

/**
 * Hands a status to the outbox and resolves as soon as this phone has it, so that the runner moves on at once;
 * the alert of spec §8 follows if the first attempt to send it fails. A demo customer's is never sent.
 */
export async function sendStatus(customerId: string, body: CustomerUpdate): Promise<void> {
  if (isDemoCustomerId(customerId)) return
  const id = randomId()
  const stopListening = alertIfFirstAttemptFails(id)
  try {
    await enqueue(
      newEntry({
        id,
        owner: owner(),
        customerId,
        createdAt: Date.now(),
        work: { kind: 'customer-update', body },
      }),
    )
  } catch (error) {
    // A full or broken phone storage must not hold the runner in the doorway either.
    stopListening()
    reportProblem('Status update not stored', error)
    showToast({ message: translate('status.failed'), tone: 'error' })
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
  // Of a lost session /login speaks, and the update goes on after it (ruling 6).
  if (outcome.kind !== 'failed' && outcome.kind !== 'refused') return undefined
  return translate(outcome.failure.kind === 'timeout' ? 'status.timeout' : 'status.failed')
}

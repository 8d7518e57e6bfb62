import { useValue } from '../../lib/use-value.ts'
import { outboxStatus } from '../../state/outbox-status.ts'

/** The status line of the top bar. It stays while empty: a live region announces only changes of its content. */
export function OutboxStatus() {
  return <output>{useValue(outboxStatus)}</output>
}

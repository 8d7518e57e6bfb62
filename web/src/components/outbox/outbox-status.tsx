import { useValue } from '../../lib/use-value.ts'
import { outboxLine } from '../../state/outbox-line.ts'

/**
 * The quiet line of the top bar. Nothing waits, nothing is said; it stands empty then, for a live region tells only of
 * what changes in it.
 */
export function OutboxStatus() {
  return <output>{useValue(outboxLine)}</output>
}

import type { CallGuards, StepResult } from '../src/outbox/deps.ts'
import type { OutboxEntry } from '../src/outbox/entry.ts'
import { phoneDeps } from '../src/outbox/phone-deps.ts'

/** Of a sender that never loses its lease, while its runner stays signed in. */
export const guards: CallGuards = {
  renewLease: () => Promise.resolve(true),
  requireOwner: () => {},
  noteAnswer: () => {},
}

/** @returns a function that makes the next step of an entry; undefined when no step is left */
export function nextStepOf(entry: OutboxEntry): (() => Promise<StepResult>) | undefined {
  const step = phoneDeps.transport.nextStep(entry)
  return step && (() => step.run(entry, guards))
}

import type { OutboxEntry } from '../web/src/outbox/entry.ts'

/** Whether an intermediary has refused the entry for the size of its call: its answer has no code. */
export const isRefusedBySize = ({ refusal }: Pick<OutboxEntry, 'refusal'>) =>
  refusal?.status === 413 && refusal.code === undefined

import type { OutboxEntry } from './entry.ts'

/** Not with the office yet, and sent without anybody's doing. */
export const isOnItsWay = ({ state }: OutboxEntry): boolean =>
  state !== 'held' && state !== 'refused'

import type { Work } from '@veni/domain/work'

/** The work of one entry of a phone, and whose it is. */
export interface OwnWork {
  readonly runnerId: number
  /** The UUID of the entry, made by the phone. */
  readonly id: string
  readonly customerId: string
  readonly work: Work
}

import { findOutage, type Outage, reasonOf } from '../../db/unavailable.ts'
import { OperatorError } from '../../errors.ts'

interface Described {
  readonly what: string
  /** What helps after a command. */
  readonly next: string
}

/** The statement of a failed query has names and amounts, which do not belong in a terminal. */
const outages: Record<Outage, Described> = {
  'no database': {
    what: 'The database does not answer, or not soon enough',
    next: 'Run the command again later.',
  },
  'no object store': {
    what: 'The store of the photos does not answer',
    next: 'Run the command again later.',
  },
  'disk full': { what: 'The disk is full', next: 'Free some space, and run the command again.' },
  'lock conflict': {
    what: 'A phone or another command is changing the same records',
    next: 'Run the command again.',
  },
}

/** What the operator reads about a failure that a later run may not meet; every other failure as it is. */
export const toOperatorError = (error: unknown): unknown =>
  describeOutage(error, ({ what, next }) => `${what}. ${next}`)

/** The same for the start of a server: with the reason in the words of the database or the system. */
export const toStartError = (error: unknown): unknown =>
  describeOutage(error, ({ what }) => `${what} (${reasonOf(error)}).`)

function describeOutage(error: unknown, toSentence: (outage: Described) => string): unknown {
  const outage = error instanceof OperatorError ? undefined : findOutage(error)
  return outage === undefined
    ? error
    : new OperatorError(toSentence(outages[outage]), { cause: error })
}

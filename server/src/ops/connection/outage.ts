import { findOutage, type Outage } from '../../db/unavailable.ts'
import { OperatorError } from '../../errors.ts'

/** The statement of a failed query has names and amounts, which do not belong in a terminal. */
const sentences: Record<Outage, string> = {
  'no database': 'The database does not answer, or not soon enough. Run the command again later.',
  'no object store': 'The store of the photos does not answer. Run the command again later.',
  'disk full': 'The disk is full. Free some space, and run the command again.',
  'lock conflict':
    'A phone or another command is changing the same records. Run the command again.',
}

/** What the operator reads about a failure that a later run may not meet; every other failure as it is. */
export function toOperatorError(error: unknown): unknown {
  const outage = error instanceof OperatorError ? undefined : findOutage(error)
  return outage === undefined ? error : new OperatorError(sentences[outage], { cause: error })
}

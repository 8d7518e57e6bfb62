import { owner, signInNeeded } from '../state/session.ts'
import { isSignedOut } from './failure.ts'
import { Query, type QueryOptions } from './query.ts'

const queries = new Map<string, Query<unknown>>()

/**
 * The runner's one query of that name, for all who show it; another runner on the same phone has his own.
 * @param name what is asked, with what tells it from others of its kind
 */
export function sharedQuery<T>(name: string, options: () => QueryOptions<T>): Query<T> {
  const key = `${owner()} ${name}`
  const known = queries.get(key)
  // The name stands for one kind of answer.
  if (known) return known as Query<T>
  const query = new Query({ onError: leadToSignIn, ...options() })
  queries.set(key, query as Query<unknown>)
  return query
}

/** Forgets all answers. What is on the screen still shows its own. */
export function forgetQueries(): void {
  queries.clear()
}

function leadToSignIn(error: Error): void {
  if (isSignedOut(error)) signInNeeded.set(true)
}

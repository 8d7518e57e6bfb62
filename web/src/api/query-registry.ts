import { owner, serverRunnerId, signInNeeded } from '../state/session.ts'
import { isSignedOut } from './failure.ts'
import { Query, type QueryOptions } from './query.ts'

const queries = new Map<string, Query<unknown>>()

/**
 * The runner's one query of that name, for all who show it; another runner on the same phone has his own.
 * @param name what is asked, with what tells it from others of its kind
 */
export function sharedQuery<T>(name: string, options: () => QueryOptions<T>): Query<T> {
  const key = keyOf(name)
  const known = queries.get(key)
  // The name stands for one kind of answer.
  if (known) return known as Query<T>
  const onError = (error: Error) => {
    // A 401 from before the code was entered is no news of the session that has begun since.
    if (isSignedOut(error) && key === keyOf(name)) signInNeeded.set(true)
  }
  const query = new Query({ onError, ...options() })
  queries.set(key, query as Query<unknown>)
  return query
}

/** Forgets all answers. What is on the screen still shows its own. */
export function forgetQueries(): void {
  queries.clear()
}

/** Between Send OTP and the code nothing is answered: what was refused then is asked for again afterwards. */
const keyOf = (name: string) => `${owner()} ${serverRunnerId() ?? ''} ${name}`

/**
 * The global fetch wrapper: a network failure becomes a synthetic 503 instead of a rejection.
 * Synthetic replies are noted, so that "no network" differs from a server's own 503 (rulings 11 and 12).
 */
const syntheticReplies = new WeakSet<Response>()

export function isSynthetic(response: Response): boolean {
  return syntheticReplies.has(response)
}

/** @returns a fetch that answers a network failure with a synthetic 503 */
export function guardFetch<TInput>(
  realFetch: (input: TInput, init?: RequestInit) => Promise<Response>,
): (input: TInput, init?: RequestInit) => Promise<Response> {
  return async (input, init) => {
    try {
      return await realFetch(input, init)
    } catch (error) {
      // Time-outs and cancelled calls come from the caller and keep their meaning.
      if (!isNetworkFailure(error)) throw error
      return networkUnavailable()
    }
  }
}

/** Installs the wrapper and the guard; once, before anything fetches. */
export function installNetworkGuard(): void {
  window.fetch = guardFetch(window.fetch.bind(window))
  window.addEventListener('unhandledrejection', (event) => {
    // Only the network's rejections are expected; a programming error still surfaces (ruling 12).
    if (isNetworkFailure(event.reason)) event.preventDefault()
  })
}

function networkUnavailable(): Response {
  const response = new Response('', { status: 503, statusText: 'Network unavailable' })
  syntheticReplies.add(response)
  return response
}

/** The messages of the browsers, for `fetch` and for a dynamic import. */
const networkWords =
  /failed to fetch|networkerror|load failed|network request failed|dynamically imported module|importing a module script failed/i

/** Every network failure is a TypeError; its message differs by browser. */
function isNetworkFailure(error: unknown): boolean {
  return error instanceof TypeError && networkWords.test(error.message)
}

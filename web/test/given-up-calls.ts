/** Records the calls that the app aborts after a time-out, measured with the clock of the test. */
import { vi } from 'vitest'

export interface GivenUpCall {
  /** Such as `GET /api/ping`. */
  readonly call: string
  /** How long the app had waited, by the test's clock. */
  readonly afterMs: number
}

/** The answer of a server that never answers. */
export const silence = () => new Promise<Response>(() => undefined)

/**
 * Moves the browser's time-outs to the fake clock. A time-out then ends a call to the stand-in server.
 * Call this after `vi.useFakeTimers` and `startStandInServer`.
 * @returns the calls given up so far, in order
 */
export function watchGivenUpCalls(): GivenUpCall[] {
  const givenUp: GivenUpCall[] = []
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(new DOMException('', 'TimeoutError')), ms)
    return controller.signal
  })
  const stub = window.fetch
  vi.stubGlobal('fetch', (input: string, init: RequestInit = {}) => {
    const startedAt = Date.now()
    const call = `${init.method ?? 'GET'} ${new URL(input, window.location.href).pathname}`
    return new Promise<Response>((resolve, reject) => {
      stub(input, init).then(resolve, reject)
      init.signal?.addEventListener('abort', (event) => {
        givenUp.push({ call, afterMs: Date.now() - startedAt })
        reject((event.target as AbortSignal).reason as DOMException)
      })
    })
  })
  return givenUp
}

/** Time-outs counted on the wire: by the test's own clock, with a portal that may keep silent. */
import { vi } from 'vitest'

export interface GivenUpCall {
  /** Such as `GET /api/ping`. */
  readonly call: string
  /** How long the app had waited, by the test's clock. */
  readonly afterMs: number
}

/** For a portal that never answers. */
export const silence = () => new Promise<Response>(() => undefined)

/**
 * Puts the browser's time-outs on the fake clock, and lets a call to the portal's stub be given up as a real one
 * can. After `vi.useFakeTimers` and `startPortalStub`.
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

import { expect, test, vi } from 'vitest'
import { installNetworkGuard, isSynthetic } from './network.ts'

type Guard = (event: PromiseRejectionEvent) => void

/** Wraps the given network. @returns the guard, which is not attached to the window of the test run */
function install(network: typeof fetch): Guard {
  vi.stubGlobal('fetch', network)
  let guard: Guard | undefined
  vi.spyOn(window, 'addEventListener').mockImplementation((type: string, listener: unknown) => {
    if (type === 'unhandledrejection') guard = listener as Guard
  })
  installNetworkGuard()
  if (!guard) throw new Error('no guard was installed')
  return guard
}

const answering = (response: Response) => () => Promise.resolve(response)
const failing = (error: unknown) => () => Promise.reject(error as Error)

/** The messages of Chrome, Firefox, Safari and React Native's engine for a network failure. */
const networkErrors = [
  'Failed to fetch',
  'NetworkError when attempting to fetch resource.',
  'Load failed',
  'Network request failed',
]

/** The messages of the same three browsers for a chunk of the app that could not be loaded. */
const moduleErrors = [
  'Failed to fetch dynamically imported module: https://veni.example/assets/te.js',
  'error loading dynamically imported module: https://veni.example/assets/te.js',
  'Importing a module script failed.',
]

test.each(networkErrors)('"%s" becomes a synthetic 503 [R-7.024]', async (message) => {
  install(failing(new TypeError(message)))
  const response = await fetch('/api/customers')
  expect([response.status, response.ok, isSynthetic(response)]).toEqual([503, false, true])
})

test("a server's own 503 is not synthetic and keeps its body [R-7.024]", async () => {
  install(answering(new Response('busy', { status: 503 })))
  const response = await fetch('/api/customers')
  expect([response.status, isSynthetic(response)]).toEqual([503, false])
  expect(await response.text()).toBe('busy')
})

test.each([
  ['a time-out', new DOMException('', 'TimeoutError')],
  ['a cancelled call', new DOMException('', 'AbortError')],
  ['a bug', new TypeError('undefined is not a function')],
])('%s is not a network failure and is not changed [R-7.024]', async (_, error) => {
  install(failing(error))
  await expect(fetch('/api/customers')).rejects.toBe(error)
})

function isSuppressed(guard: Guard, reason: unknown): boolean {
  const promise = Promise.reject(reason as Error)
  promise.catch(() => undefined)
  const event = new PromiseRejectionEvent('unhandledrejection', {
    promise,
    reason,
    cancelable: true,
  })
  guard(event)
  return event.defaultPrevented
}

test.each([...networkErrors, ...moduleErrors])(
  'an unhandled network rejection is suppressed: "%s" [R-7.025]',
  (message) => {
    expect(isSuppressed(install(fetch), new TypeError(message))).toBe(true)
  },
)

test.each([
  new TypeError('undefined is not a function'),
  new Error('Failed to fetch'),
  new DOMException('', 'AbortError'),
  'Failed to fetch',
  undefined,
])('any other rejection is still reported: %s [R-7.025]', (reason) => {
  expect(isSuppressed(install(fetch), reason)).toBe(false)
})

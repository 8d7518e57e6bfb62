import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  endSession,
  followOtherTabs,
  askForSignIn,
  owner,
  PHONE_KEY,
  serverRunnerId,
  session,
  signInNeeded,
  startSession,
  storePhone,
} from './session.ts'

const lakshmi = { id: '2', name: 'Lakshmi Devi' }
const onSignOut = vi.fn<() => void>()
followOtherTabs(onSignOut)

beforeEach(() => {
  localStorage.clear()
  endSession()
  onSignOut.mockClear()
})
afterEach(() => endSession())

/** The event that this tab gets when another tab changes local storage. */
function changedElsewhere(key: string | null, newValue: string | null): void {
  window.dispatchEvent(new StorageEvent('storage', { key, newValue, storageArea: localStorage }))
}

test('storePhone stores the phone number and starts a local session [R-2.023, R-3.014]', () => {
  storePhone('9000000002')
  expect(localStorage.getItem(PHONE_KEY)).toBe('9000000002')
  expect(session.get()).toMatchObject({ mode: 'local', runner: { id: '2' } })
  expect(serverRunnerId()).toBeUndefined()
})

test('after our server has checked the code, the session belongs to the runner of the server', () => {
  startSession('+91 90000 00002', lakshmi)
  expect(serverRunnerId()).toBe('2')
  expect(owner()).toBe('9000000002')
})

test('signing out removes the phone number and clears all session storage [R-2.005, R-2.006]', () => {
  startSession('9000000002', lakshmi)
  sessionStorage.setItem('cart_26', '{}')
  endSession()
  expect(localStorage.getItem(PHONE_KEY)).toBeNull()
  expect(sessionStorage).toHaveLength(0)
  expect(session.get()).toBeUndefined()
})

test('a sign-out in another tab signs this tab out', () => {
  startSession('9000000002', lakshmi)
  localStorage.removeItem(PHONE_KEY)
  changedElsewhere(PHONE_KEY, null)
  expect(session.get()).toBeUndefined()
  expect(onSignOut).toHaveBeenCalledOnce()
})

test('a sign-in in another tab ends the request to sign in in this tab', () => {
  storePhone('9000000002')
  signInNeeded.set(true)
  const stored = { phone: '9000000002', runner: lakshmi, mode: 'server' }
  localStorage.setItem('runnerSession', JSON.stringify(stored))
  changedElsewhere('runnerSession', JSON.stringify(stored))
  expect(serverRunnerId()).toBe('2')
  expect(signInNeeded.get()).toBe(false)
})

test('a change of another key of local storage does not change the session', () => {
  startSession('9000000002', lakshmi)
  changedElsewhere('language', 'te')
  expect(serverRunnerId()).toBe('2')
  expect(onSignOut).not.toHaveBeenCalled()
})

test('without a signed-in runner the app asks to sign in', () => {
  expect(owner()).toBe('')
  askForSignIn()
  expect(signInNeeded.get()).toBe(true)
  storePhone('9000000002')
  expect(owner()).not.toBe('')
})

/** Who is signed in on this phone (R-2.005 to, rulings 4–8). */
import { toPhoneKey, findRunner, type Runner } from '@veni/domain/runner'
import { parseText, writeStored, writeText } from '../lib/stored-text.ts'
import { createValueStore } from '../lib/value-store.ts'

export const PHONE_KEY = 'loggedInPhone'
const SESSION_KEY = 'runnerSession'

export interface Session {
  readonly phone: string
  readonly runner: Runner
  /** `server`: our server knows the runner. `local`: a plain portal, or nobody was reachable. */
  readonly mode: 'server' | 'local'
}

/** undefined until a phone is stored: the guard of /deliveries. */
export const session = createValueStore<Session | undefined>(readSession())

function readSession(): Session | undefined {
  // A service worker has none: it is told (outbox/sender-settings.ts).
  if (typeof localStorage === 'undefined') return undefined
  const phone = localStorage.getItem(PHONE_KEY)?.trim()
  if (!phone) return undefined
  const stored = parseText(localStorage.getItem(SESSION_KEY))
  return isSession(stored) && stored.phone === phone ? stored : localSession(phone)
}

/** By hand: the first visit does without the schema library (decision 0012). */
function isSession(value: unknown): value is Session {
  const { phone, runner, mode } = Object(value) as Partial<Session>
  const isKnownMode = mode === 'server' || mode === 'local'
  return typeof phone === 'string' && isKnownMode && isRunner(runner)
}

function isRunner(value: unknown): value is Runner {
  const { id, name } = Object(value) as Partial<Runner>
  return typeof id === 'string' && typeof name === 'string'
}

// Hoisted: the store above reads a stored phone while this module still loads.
function localSession(phone: string): Session {
  return { phone, runner: findRunner(phone), mode: 'local' }
}

/** The runner our server's session is for; undefined with a plain portal. */
export function serverRunnerId(): string | undefined {
  const current = session.get()
  return current?.mode === 'server' ? current.runner.id : undefined
}

/** The server answered 401: nothing is lost, but nothing goes on until the code is entered again (ruling 6). */
export const signInNeeded = createValueStore(false)

/**
 * Whether somebody is signed in whose work it is; nobody's work would never be sent. Where nobody is, the app goes to
 * /login and comes back to the visit afterwards.
 */
export function isSignedInOrAsked(): boolean {
  if (session.get() === undefined) signInNeeded.set(true)
  return session.get() !== undefined
}

/** Send OTP stores the phone; it opens nothing at our server by itself (ruling 4). */
export function storePhone(phone: string): void {
  writeText(localStorage, PHONE_KEY, phone)
  localStorage.removeItem(SESSION_KEY)
  session.set(localSession(phone))
}

/** @param runner the runner record's name and id; undefined at a plain portal, which takes any six digits (ruling 2) */
export function startSession(phone: string, runner: Runner | undefined): void {
  const next: Session = runner ? { phone, runner, mode: 'server' } : localSession(phone)
  writeText(localStorage, PHONE_KEY, phone)
  writeStored(localStorage, SESSION_KEY, next)
  signInNeeded.set(false)
  session.set(next)
}

/** Removes the phone and clears all session storage. Unsent work lives elsewhere. */
export function endSession(): void {
  localStorage.removeItem(PHONE_KEY)
  localStorage.removeItem(SESSION_KEY)
  sessionStorage.clear()
  signInNeeded.set(false)
  session.set(undefined)
}

/** Whose work it is: one spelling per phone. '' when nobody is signed in. */
export function owner(): string {
  const current = session.get()
  return current ? toPhoneKey(current.phone) : ''
}

/** Follows sign-in and logout in other tabs; `onLogout` runs when the phone was removed there. */
export function followOtherTabs(onSignOut: () => void): void {
  window.addEventListener('storage', (event) => {
    if (event.storageArea !== localStorage) return
    // `null`: everything was cleared.
    if (![PHONE_KEY, SESSION_KEY, null].includes(event.key)) return
    const current = readSession()
    session.set(current)
    if (current === undefined) onSignOut()
    else if (event.key === SESSION_KEY && event.newValue !== null) signInNeeded.set(false)
  })
}

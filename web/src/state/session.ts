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

/** The first cards of the runner's last list, which the next start draws at once (features/customers/early-list). */
export const EARLY_LIST_KEY = 'earlyList'

/** undefined until a phone number is stored. /deliveries needs one. */
export const session = createValueStore<Session | undefined>(readSession())

function readSession(): Session | undefined {
  // A service worker has no localStorage. The page passes it the session (outbox/sender-settings.ts).
  if (typeof localStorage === 'undefined') return undefined
  const phone = localStorage.getItem(PHONE_KEY)?.trim()
  if (!phone) return undefined
  const stored = parseText(localStorage.getItem(SESSION_KEY))
  return isSession(stored) && stored.phone === phone ? stored : localSession(phone)
}

/** Checks the fields itself, because the first visit does not load the schema library (decision 0012). */
function isSession(value: unknown): value is Session {
  const { phone, runner, mode } = Object(value) as Partial<Session>
  const isKnownMode = mode === 'server' || mode === 'local'
  return typeof phone === 'string' && isKnownMode && isRunner(runner)
}

function isRunner(value: unknown): value is Runner {
  const { id, name } = Object(value) as Partial<Runner>
  return typeof id === 'string' && typeof name === 'string'
}

// A function declaration, because `session` above calls it while this module loads.
function localSession(phone: string): Session {
  return { phone, runner: findRunner(phone), mode: 'local' }
}

/** The id of the runner who has a session of our server; undefined with a plain portal. */
export function serverRunnerId(): string | undefined {
  const current = session.get()
  return current?.mode === 'server' ? current.runner.id : undefined
}

/** When the app hides if it is not used, in ms since 1970 (hide-when-idle.ts). Absent: never. */
export const HIDE_AT_KEY = 'hideAt'

/** Whether the app shows only the sign-in, until the server has checked a code. */
export const isHidden = () => Date.now() >= Number(localStorage.getItem(HIDE_AT_KEY) ?? Infinity)

/**
 * Set when the server answers 401, or the app is hidden. All work stays stored until the runner has entered a code again
 * (ruling 6).
 */
export const signInNeeded = createValueStore(session.get() !== undefined && isHidden())

/** The app goes to /login and then returns to the visit. Work without an owner would never be sent. */
export function askForSignIn(): void {
  localStorage.removeItem(EARLY_LIST_KEY)
  signInNeeded.set(true)
}

/** Stores the phone number after Send OTP. It starts no session of our server (ruling 4). */
export function storePhone(phone: string): void {
  localStorage.removeItem(EARLY_LIST_KEY)
  writeText(localStorage, PHONE_KEY, phone)
  localStorage.removeItem(SESSION_KEY)
  session.set(localSession(phone))
  if (isHidden()) signInNeeded.set(true)
}

/** @param runner the runner record's name and id; undefined with a plain portal, which accepts any six digits (ruling 2) */
export function startSession(phone: string, runner: Runner | undefined): void {
  const next: Session = runner ? { phone, runner, mode: 'server' } : localSession(phone)
  writeText(localStorage, PHONE_KEY, phone)
  writeStored(localStorage, SESSION_KEY, next)
  signInNeeded.set(false)
  session.set(next)
}

/** Removes the phone and clears all session storage. Unsent work is stored elsewhere and stays. */
export function endSession(): void {
  localStorage.removeItem(PHONE_KEY)
  localStorage.removeItem(SESSION_KEY)
  localStorage.removeItem(EARLY_LIST_KEY)
  // A hidden app stays hidden: the phone may have work that could not be sealed.
  if (!isHidden()) localStorage.removeItem(HIDE_AT_KEY)
  sessionStorage.clear()
  signInNeeded.set(false)
  session.set(undefined)
}

/** The owner of new work: the phone number in one spelling. '' when nobody is signed in. */
export function owner(): string {
  const current = session.get()
  return current ? toPhoneKey(current.phone) : ''
}

/**
 * For the transaction that stores what a runner has done: a sign-out seals what it finds, and would leave later rows
 * readable. Throws when the runner has signed out.
 */
export function requireOwner(ofOwner: string): void {
  if (owner() !== ofOwner) throw new Error('the runner has signed out')
}

/** Follows sign-in and sign-out in other tabs. `onSignOut` runs when the phone was removed there. */
export function followOtherTabs(onSignOut: () => void): void {
  window.addEventListener('storage', (event) => {
    if (event.storageArea !== localStorage) return
    // The key is `null` when the whole storage was cleared.
    if (![PHONE_KEY, SESSION_KEY, null].includes(event.key)) return
    const current = readSession()
    session.set(current)
    if (current === undefined) onSignOut()
    else if (event.key === SESSION_KEY && event.newValue !== null) signInNeeded.set(false)
  })
}

/** Set while the server has not received a sign-out. It is sent when there is network again, also after a restart. */
const QUEUED_SIGN_OUT_KEY = 'signOutOwed'

export const isSignOutQueued = () => localStorage.getItem(QUEUED_SIGN_OUT_KEY) !== null
export const clearQueuedSignOut = () => localStorage.removeItem(QUEUED_SIGN_OUT_KEY)

/**
 * Stored while the runner has unsent work. In the first moments of a start the outbox is not read, and only this tells a
 * sign-out that it must ask first.
 */
export const UNSENT_KEY = 'hasUnsentWork'

/** The owners who have signed out and whose rows are still on the phone. A page that is closed leaves them here. */
export const LEAVING_KEY = 'leavingRunners'

export function readLeaving(): readonly string[] {
  const stored = parseText(localStorage.getItem(LEAVING_KEY))
  return Array.isArray(stored) ? (stored as string[]) : []
}

export function addLeaving(owners: readonly string[]): void {
  writeStored(localStorage, LEAVING_KEY, [...new Set([...readLeaving(), ...owners])])
}

/** To be called before the session ends. @param leaving whose rows are cleared then; '': nobody's */
export function queueSignOut(leaving = owner()): void {
  writeText(localStorage, QUEUED_SIGN_OUT_KEY, 'true')
  if (leaving !== '') addLeaving([leaving])
}

/** The carts of all customers are in session storage under this prefix. */
const CART_PREFIX = 'cart_'

export const cartKey = (customerId: string) => `${CART_PREFIX}${customerId}`

/**
 * Hides the app after a time without use (docs/decisions/0034-hide-the-app-when-idle.md): a person who finds the phone
 * sees the sign-in only. Work stays stored and is sent. Only a sign-in that the server has checked shows the app again.
 */
import { writeText } from '../../lib/stored-text.ts'
import { pendingConfirm } from '../../ui/dialog/confirm-store.ts'
import { dismissToast } from '../../ui/message/toast-store.ts'
import { askForSignIn, HIDE_AT_KEY, isHidden, session } from '../../state/session.ts'

const MINUTE_MS = 60_000
/** How late an unused phone hides the app, at most. */
const CHECK_MS = 10_000
/** A tap may be this late in the stored time: each write costs time on a cheap phone. */
const WRITE_MS = 5_000

/** @param minutes without use; 0: the app is never hidden. @returns stops it */
export function hideWhenIdle(minutes: number): () => void {
  if (minutes === 0) {
    localStorage.removeItem(HIDE_AT_KEY)
    return () => undefined
  }
  const note = () => noteUse(minutes * MINUTE_MS)
  const stopped = new AbortController()
  const options = { signal: stopped.signal, capture: true, passive: true }
  for (const type of ['pointerdown', 'keydown']) window.addEventListener(type, note, options)
  for (const type of ['visibilitychange', 'storage', 'pageshow'])
    window.addEventListener(type, hideIfDue, options)
  const timer = setInterval(hideIfDue, CHECK_MS)
  const stopFollowing = session.subscribe(note)
  note()
  return () => {
    stopped.abort()
    clearInterval(timer)
    stopFollowing()
  }
}

function noteUse(idleMs: number): void {
  hideIfDue()
  if (session.get() === undefined || isHidden()) return
  const hideAt = Date.now() + idleMs
  const stored = Number(localStorage.getItem(HIDE_AT_KEY))
  // A clock that was set back must not leave a later time. Without space nothing is stored (decision 34).
  if (Math.abs(hideAt - stored) > WRITE_MS) writeText(localStorage, HIDE_AT_KEY, String(hideAt))
}

function hideIfDue(): void {
  if (session.get() === undefined || !isHidden()) return
  // A clock that is set back later must not show the app.
  writeText(localStorage, HIDE_AT_KEY, '0')
  askForSignIn()
  pendingConfirm.get()?.answer()
  dismissToast()
}

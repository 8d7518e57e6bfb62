import { owner, session } from '../../state/session.ts'
import { pendingConfirm } from '../../ui/dialog/confirm-store.ts'

/**
 * Closes the open question when the runner signs out or another one signs in, also in another tab: it names a customer
 * of the last runner.
 * @returns stops it
 */
export function closeAtSignOut(): () => void {
  let asked = owner()
  return session.subscribe(() => {
    if (owner() !== asked) pendingConfirm.get()?.answer()
    asked = owner()
  })
}

import { queryClient } from '../api/queries.ts'
import { signOut } from '../api/sign-in.ts'
import { translate } from '../i18n/translate.ts'
import { entries } from '../outbox/outbox.ts'
import { countEntries } from '../outbox/use-outbox.ts'
import { endSession, owner } from '../state/session.ts'
import { forgetSnapshots } from '../state/snapshots.ts'
import { wipeCarts } from '../state/visit.ts'
import { confirm } from '../ui/confirm-store.ts'

/**
 * Logs out unless the runner decides to stay with his unsent deals, which are kept for him either way
 * (ruling 7).
 * @returns whether he is logged out
 */
export async function logOut(): Promise<boolean> {
  const { waiting, attention } = countEntries(entries.get())
  const unsent = waiting + attention
  if (unsent > 0 && !(await confirmLeaving(unsent))) return false
  const leaving = owner()
  endSession()
  wipeCarts()
  queryClient.clear()
  // Neither the phone's disk nor the network keeps the runner waiting.
  void Promise.all([forgetSnapshots(leaving), signOut()])
  return true
}

function confirmLeaving(count: number): Promise<boolean> {
  return confirm({
    title: translate('logout.unsent.title'),
    message: translate('logout.unsent.message', { count }),
    confirmLabel: translate('common.logout'),
    cancelLabel: translate('logout.stay'),
  })
}

import { translate } from '../../i18n/translate.ts'
import { reportProblem } from '../../lib/report.ts'
import { entries } from '../../outbox/entries.ts'
import { oweSignOut } from '../../state/owed-sign-out.ts'
import { endSession, owner } from '../../state/session.ts'
import { confirm } from '../../ui/dialog/confirm-store.ts'

/**
 * Logs out unless the runner decides to stay with his unsent deals, which are kept for him either way
 * (ruling 7).
 * @returns whether he is logged out
 */
export async function signOut(): Promise<boolean> {
  // A held order is none yet: only another tap makes it.
  const unsent = entries.get().filter(({ state }) => state !== 'held').length
  if (unsent > 0 && !(await confirmLeaving(unsent))) return false
  const leaving = owner()
  // Owed from now on, whatever becomes of what pays it.
  oweSignOut()
  endSession()
  // Neither the phone's disk nor the network keeps the runner waiting.
  forget(leaving).catch((error: unknown) => reportProblem('Logout not finished', error))
  return true
}

/** Fetched apart: the first screen has a Logout button, but nothing yet to forget. */
async function forget(leaving: string): Promise<void> {
  const { forgetRunner } = await import('../../api/forget-runner.ts')
  await forgetRunner(leaving)
}

function confirmLeaving(count: number): Promise<boolean> {
  return confirm({
    title: translate('logout.unsent.title'),
    message:
      count === 1
        ? translate('logout.unsent.messageOne')
        : translate('logout.unsent.message', { count }),
    confirmLabel: translate('common.logout'),
    cancelLabel: translate('logout.stay'),
    isCancelAdvised: true,
  })
}

import { LogOut } from 'lucide-react'
import { useLocation } from 'wouter'
import { translate, useTranslate } from '../../i18n/translate.ts'
import { reportProblem } from '../../lib/report.ts'
import { entries } from '../../outbox/entries.ts'
import { paths } from '../../paths.ts'
import { queueSignOut, endSession } from '../../state/session.ts'
import { IconButton } from '../../ui/button/icon-button.tsx'
import { confirm } from '../../ui/dialog/confirm-store.ts'

/** Logout, on every screen. */
export function SignOutButton() {
  const t = useTranslate()
  const [, navigate] = useLocation()

  async function handleSignOut() {
    if (await signOut()) navigate(paths.login())
  }

  return (
    <IconButton icon={LogOut} label={t('common.logout')} onClick={() => void handleSignOut()} />
  )
}

/**
 * Signs out, unless the runner decides to stay because of unsent deals. Their deals stay stored in both cases.
 * @returns whether the runner is signed out
 */
async function signOut(): Promise<boolean> {
  // A held entry is not an order yet: it is sent only after another tap.
  const unsent = entries.get().filter(({ state }) => state !== 'held').length
  if (unsent > 0 && !(await confirmSignOut(unsent))) return false
  // Queued before anything that can fail.
  queueSignOut()
  endSession()
  // The runner waits neither for the storage nor for the network.
  clearRunner().catch((error: unknown) => reportProblem('Sign-out not finished', error))
  return true
}

/** Loaded late: the first screen has a Logout button, but no data to clear yet. */
async function clearRunner(): Promise<void> {
  const { clearRunner } = await import('../../api/clear-runner.ts')
  await clearRunner()
}

function confirmSignOut(count: number): Promise<boolean> {
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

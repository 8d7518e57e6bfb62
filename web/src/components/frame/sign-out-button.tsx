import { LogOut } from 'lucide-react'
import { useLocation } from 'wouter'
import { useTranslate } from '../../i18n/translate.ts'
import { reportProblem } from '../../lib/report.ts'
import { wait } from '../../lib/wait.ts'
import { entries } from '../../outbox/entries.ts'
import { paths } from '../../paths.ts'
import { queueSignOut, endSession, owner, UNSENT_KEY } from '../../state/session.ts'
import { IconButton } from '../../ui/button/icon-button.tsx'

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

/** The first screen has a Logout button, but no work and no data to clear yet. */
const loadRest = () => import('./late-sign-out.ts')

/** The runner does not wait longer for the storage. */
const COUNT_LIMIT_MS = 2_000

/**
 * Signs out, unless the runner decides to stay because of unsent deals. Their deals stay stored in both cases.
 * @returns whether the runner is signed out
 */
async function signOut(): Promise<boolean> {
  const runner = owner()
  const hasUnsent = entries.get().length > 0 || localStorage.getItem(UNSENT_KEY) !== null
  if (hasUnsent && !(await isSure())) return false
  // After a second tap, or a sign-out in another tab, another runner may be here.
  if (owner() !== runner) return false
  // Queued before anything that can fail.
  queueSignOut()
  endSession()
  // On a phone with full local storage only the end of the session has made space for it.
  queueSignOut(runner)
  // The runner waits neither for the storage nor for the network.
  loadRest()
    .then(({ clearRunner }) => clearRunner())
    .catch((error: unknown) => reportProblem('Sign-out not finished', error))
  return true
}

/** Asks about unsent work. What cannot be read in time is not asked about. */
async function isSure(): Promise<boolean | undefined> {
  const question = loadRest().then(({ findQuestion }) => findQuestion())
  const ask = await Promise.race([question, wait(COUNT_LIMIT_MS)]).catch((error: unknown) =>
    reportProblem('Unsent work not counted', error),
  )
  return ask ? ask() : true
}

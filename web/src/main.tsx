import './styles/tokens.css'
import './styles/base.css'
import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { installNetworkGuard } from './api/network.ts'
import { App } from './app.tsx'
import { loadAppConfig } from './app-config.ts'
import { restoreLanguage } from './i18n/language.ts'
import { invariant } from './lib/invariant.ts'
import { reportProblem } from './lib/report.ts'
import { whenIdle } from './lib/when-idle.ts'
import { fetchFirstScreen, firstScreenDrawn, screensFetched } from './routes.tsx'
import { isSignOutOwed } from './state/owed-sign-out.ts'
import { wipeSavedCarts } from './state/saved-carts.ts'
import { followOtherTabs, session } from './state/session.ts'

const DRAWN_AT_THE_LATEST_MS = 10_000

async function start() {
  installNetworkGuard()
  // The browser asks around before it listens, and the page waits for it: a task of its own.
  setTimeout(() => followOtherTabs(wipeSavedCarts))
  await Promise.all([loadAppConfig(), restoreLanguage().then(fetchFirstScreen)])
  const root = document.getElementById('root')
  invariant(root, 'index.html has a #root')
  // Drawn in slices: the page answers between them.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  )
  await Promise.race([firstScreenDrawn, atTheLatest()])
  await someoneToWorkFor()
  whenIdle(() => void startWork())
}

/** Without its part nothing would be sent: if it cannot be fetched, it is tried again, and once more when anything is back. */
async function startWork(): Promise<void> {
  const work = await import('./start-work.ts').catch((error: unknown) =>
    reportProblem('The outbox could not be fetched', error),
  )
  if (work) return work.startWork(screensFetched)
  await somethingIsBack()
  return startWork()
}

const TRY_AGAIN_AFTER_MS = 30_000

/** The network, the runner, or, where the browser notices neither, half a minute. */
function somethingIsBack(): Promise<void> {
  return new Promise((resolve) => {
    window.addEventListener('online', () => resolve(), { once: true })
    document.addEventListener('visibilitychange', () => resolve(), { once: true })
    setTimeout(resolve, TRY_AGAIN_AFTER_MS)
  })
}

/** What waits to be sent is sent also where a screen fails. */
const atTheLatest = () => new Promise((resolve) => setTimeout(resolve, DRAWN_AT_THE_LATEST_MS))

/** A stored phone, or a logout that is still owed: until then what works behind the screens is not even fetched. */
function someoneToWorkFor(): Promise<void> {
  if (session.get() || isSignOutOwed()) return Promise.resolve()
  return new Promise((resolve) => {
    const stop = session.subscribe(() => {
      stop()
      resolve()
    })
  })
}

// In a task of its own: reading this script was one already.
setTimeout(() => void start())

import './styles/tokens.css'
import './styles/base.css'
import { startTransition, StrictMode } from 'react'
import { installNetworkGuard } from './api/network.ts'
import { App } from './app.tsx'
import { loadAppConfig } from './app-config.ts'
import { restoreLanguage } from './i18n/language.ts'
import { invariant } from './lib/invariant.ts'
import { reportProblem } from './lib/report.ts'
import { whenIdle } from './lib/when-idle.ts'
import { fetchFirstScreen, firstScreenDrawn, screensFetched } from './routes.tsx'
import { isSignOutQueued, followOtherTabs, readLeaving, session } from './state/session.ts'

const DRAW_TIMEOUT_MS = 10_000

async function start() {
  installNetworkGuard()
  // A task of its own, because opening a channel between tabs blocks the page.
  // The carts and customers of the runner who has signed out there.
  setTimeout(() => followOtherTabs(() => sessionStorage.clear()))
  // Evaluated in a task of its own, because the page answers no tap during it.
  const [{ createRoot }] = await Promise.all([
    import('react-dom/client'),
    loadAppConfig(),
    restoreLanguage().then(fetchFirstScreen),
  ])
  const root = document.getElementById('root')
  invariant(root, 'index.html has a #root')
  // A transition draws in slices, and the page reacts to taps between them.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  )
  await Promise.race([firstScreenDrawn, drawTimeout()])
  await workPresent()
  whenIdle(() => void startWork())
}

/** The app sends nothing without this module. A failed fetch is repeated when the network or the runner is back. */
async function startWork(): Promise<void> {
  const work = await import('./start-work.ts').catch((error: unknown) =>
    reportProblem('The outbox could not be fetched', error),
  )
  if (work) return work.startWork(screensFetched)
  await retryMoment()
  return startWork()
}

const RETRY_MS = 30_000

/** Resolves when the network or the runner is back; after 30 s when the browser reports neither. */
function retryMoment(): Promise<void> {
  return new Promise((resolve) => {
    window.addEventListener('online', () => resolve(), { once: true })
    document.addEventListener('visibilitychange', () => resolve(), { once: true })
    setTimeout(resolve, RETRY_MS)
  })
}

/** The outbox starts also when a screen fails to draw. */
const drawTimeout = () => new Promise((resolve) => setTimeout(resolve, DRAW_TIMEOUT_MS))

/** Resolves with a stored phone or a queued sign-out. Before that the outbox is not fetched. */
function workPresent(): Promise<void> {
  if (session.get() || isSignOutQueued() || readLeaving().length > 0) return Promise.resolve()
  return new Promise((resolve) => {
    const stop = session.subscribe(() => {
      stop()
      resolve()
    })
  })
}

// A task of its own, because parsing this script was a task already.
setTimeout(() => void start())

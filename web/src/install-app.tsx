import './lib/own-scripts.ts'
import { fetchMessages } from './i18n/language.ts'
import { reportProblem } from './lib/report.ts'
import { wait } from './lib/wait.ts'
import { updateOffer } from './state/frame-content.ts'

/** After this time the installation no longer waits for the screens. */
const MAX_INSTALL_DELAY_MS = 30_000

/**
 * Installs the app for use without a network, and checks for a new version whenever it becomes visible.
 * Each start lets the worker store the files that it has lost. Without service workers (plain http, some web views) the app
 * works as a normal page.
 * @param screensFetched the first installation waits for it and then copies the fetched files
 */
export async function installApp(screensFetched: Promise<void>): Promise<void> {
  // In development each change would need one more reload.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const screens = Promise.race([screensFetched, wait(MAX_INSTALL_DELAY_MS)])
  if (!navigator.serviceWorker.controller) await screens
  try {
    const registration = await navigator.serviceWorker.register('/sw.js', {
      updateViaCache: 'none',
    })
    watchVersions(registration)
    // The page has fetched what it needs, and the worker fetches only the rest.
    await screens
    registration.active?.postMessage('store-missing')
  } catch (error) {
    reportProblem('App not installed', error)
  }
}

function watchVersions(registration: ServiceWorkerRegistration): void {
  const offerIfWaiting = () => {
    // The first version activates without a question.
    if (registration.waiting && navigator.serviceWorker.controller) void offer(registration)
  }
  offerIfWaiting()
  registration.addEventListener('updatefound', () =>
    registration.installing?.addEventListener('statechange', offerIfWaiting),
  )
  document.addEventListener('visibilitychange', () => {
    // Without a network there is no new version.
    if (document.visibilityState === 'visible') registration.update().catch(() => undefined)
  })
}

async function offer(registration: ServiceWorkerRegistration): Promise<void> {
  try {
    const parts = [import('./components/frame/new-version.tsx'), fetchMessages('rest')] as const
    const [{ NewVersion }] = await Promise.all(parts)
    updateOffer.set(<NewVersion registration={registration} />)
  } catch (error) {
    reportProblem('New version not offered', error)
  }
}

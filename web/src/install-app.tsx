import { fetchMessages } from './i18n/language.ts'
import { reportProblem } from './lib/report.ts'
import { wait } from './lib/wait.ts'
import { updateOffer } from './state/app-update.ts'

/** What is not there by then does not come, or comes too slowly to be waited for. */
const INSTALLED_AT_THE_LATEST_MS = 30_000

/**
 * Puts the whole app on the phone, so that it opens without a network, and looks for a newer version whenever it is
 * looked at again. Where there are no service workers (plain http, some web views), it works as any page does.
 * @param screensFetched a phone that has no app yet is busy until then, and copies it from what has come
 */
export async function installApp(screensFetched: Promise<void>): Promise<void> {
  // In development every change would come one reload late.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  if (!navigator.serviceWorker.controller)
    await Promise.race([screensFetched, wait(INSTALLED_AT_THE_LATEST_MS)])
  try {
    followVersions(await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }))
  } catch (error) {
    reportProblem('The app could not be put on the phone', error)
  }
}

function followVersions(registration: ServiceWorkerRegistration): void {
  const note = () => {
    // The very first one takes over by itself.
    if (registration.waiting && navigator.serviceWorker.controller) void offer(registration)
  }
  note()
  registration.addEventListener('updatefound', () =>
    registration.installing?.addEventListener('statechange', note),
  )
  document.addEventListener('visibilitychange', () => {
    // Without a network there is nothing newer.
    if (document.visibilityState === 'visible') registration.update().catch(() => undefined)
  })
}

async function offer(registration: ServiceWorkerRegistration): Promise<void> {
  try {
    const parts = [import('./components/frame/new-version.tsx'), fetchMessages('rest')] as const
    const [{ NewVersion }] = await Promise.all(parts)
    updateOffer.set(<NewVersion registration={registration} />)
  } catch (error) {
    reportProblem('The new version could not be offered', error)
  }
}

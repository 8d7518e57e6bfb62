import { reportProblem } from '../lib/report.ts'

/** The service worker is woken under this name when there is a network again. */
export const SYNC_TAG = 'veni-outbox'
/** What it says to a page that can send by itself. */
export const WAKE_MESSAGE = 'wake-outbox'

/** In no standard yet, and only in some browsers. */
interface SyncRegistration {
  readonly sync?: { readonly register: (tag: string) => Promise<void> }
}

let isAsked = false

/**
 * Asks for what waits to be sent also when no page is open, where the browser can. Once for as long as the page is looked
 * at: a browser that believes in a network answers at once, and a server that is away would be called without end.
 */
export async function registerSync(): Promise<void> {
  if (isAsked) return
  isAsked = true
  try {
    const registration = await navigator.serviceWorker?.getRegistration()
    await (registration as SyncRegistration | undefined)?.sync?.register(SYNC_TAG)
  } catch (error) {
    // Switched off by the runner: it is sent when he opens the app.
    reportProblem('No sending in the background', error)
  }
}

/** The page is left: what was answered while it was open is asked for anew. */
export async function registerSyncAnew(): Promise<void> {
  isAsked = false
  await registerSync()
}

/**
 * What the service worker needs to send: who is signed in, and the addresses of the servers. The page stores both in
 * the phone's database, because the service worker cannot read local storage. A sign-out deletes them.
 */
import { appConfig, adoptSettings } from '../app-config.ts'
import { reportProblem } from '../lib/report.ts'
import { sealingKeyOf } from '../state/sealing-keys.ts'
import { owner, session } from '../state/session.ts'
import { SENDER_KEY, type SenderSettings } from '../storage/collections/settings.ts'
import { storage } from '../storage/phone-storage.ts'

let wanted = 0
let stored = 0

/** To be called when the session has changed. Rejects on a full phone: then each pass tries again. */
export async function storeSenderSettings(): Promise<void> {
  wanted += 1
  const own = wanted
  const current = session.get()
  const { apiBaseUrl, imageHostUrl, madeByOurServer } = appConfig()
  const config = { apiBaseUrl, imageHostUrl, madeByOurServer }
  const publicKey = current?.mode === 'server' ? sealingKeyOf(owner()) : undefined
  const row = current && { session: current, config, ...(publicKey && { publicKey }) }
  await storage.write([{ collection: 'settings', key: SENDER_KEY, row }])
  stored = Math.max(stored, own)
}

/**
 * Stores the settings if that has failed: without them nothing that is sent could be compared with a restored server, and
 * the service worker would send nothing. Never rejects.
 */
export async function storeMissingSettings(): Promise<void> {
  if (stored === wanted) return
  await storeSenderSettings().catch((error: unknown) => reportProblem('Settings not stored', error))
}

/** @returns undefined when nobody is signed in */
export const readSenderSettings = (): Promise<SenderSettings | undefined> =>
  storage.settings.get(SENDER_KEY)

/** Makes the settings of the page those of this worker. */
export function adoptSenderSettings(settings: SenderSettings | undefined): void {
  session.set(settings?.session)
  if (settings) adoptSettings(settings.config)
}

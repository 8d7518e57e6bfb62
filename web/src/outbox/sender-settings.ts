/**
 * What the service worker needs to send: who is signed in, and the addresses of the servers. The page stores both in
 * the phone's database, because the service worker cannot read local storage. A sign-out deletes them.
 */
import { appConfig, adoptSettings } from '../app-config.ts'
import { sealingKeyOf } from '../state/sealing-keys.ts'
import { owner, session } from '../state/session.ts'
import { SENDER_KEY, type SenderSettings } from '../storage/collections/settings.ts'
import { storage } from '../storage/phone-storage.ts'

export async function storeSenderSettings(): Promise<void> {
  const current = session.get()
  const { apiBaseUrl, imageHostUrl, madeByOurServer } = appConfig()
  const config = { apiBaseUrl, imageHostUrl, madeByOurServer }
  const publicKey = current?.mode === 'server' ? sealingKeyOf(owner()) : undefined
  const row = current && { session: current, config, ...(publicKey && { publicKey }) }
  await storage.write([{ collection: 'settings', key: SENDER_KEY, row }])
}

/** @returns undefined when nobody is signed in */
export const readSenderSettings = (): Promise<SenderSettings | undefined> =>
  storage.settings.get(SENDER_KEY)

/** Makes the settings of the page those of this worker. */
export function adoptSenderSettings(settings: SenderSettings | undefined): void {
  session.set(settings?.session)
  if (settings) adoptSettings(settings.config)
}

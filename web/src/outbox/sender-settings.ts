/**
 * What a sender without a page has to know: who is signed in and where the services are. The page keeps both in the
 * phone's database, where the service worker can read them; after a logout there is nothing to read.
 */
import * as v from 'valibot'
import { appConfig, adoptSettings } from '../app-config.ts'
import { phoneDatabase } from '../storage/database.ts'
import { writePhone } from '../storage/write-phone.ts'
import { session } from '../state/session.ts'

const KEY = 'sender'

const settingsSchema = v.object({
  session: v.object({
    phone: v.string(),
    runner: v.object({ id: v.string(), name: v.string() }),
    mode: v.picklist(['server', 'local']),
  }),
  config: v.object({
    apiBaseUrl: v.string(),
    imageHostUrl: v.string(),
    madeByOurServer: v.optional(v.boolean(), false),
  }),
})

export async function keepSenderSettings(): Promise<void> {
  const current = session.get()
  const { apiBaseUrl, imageHostUrl, madeByOurServer } = appConfig()
  const config = { apiBaseUrl, imageHostUrl, madeByOurServer }
  const value = current && { session: current, config }
  await writePhone([{ store: 'snapshots', key: KEY, value }])
}

export type SenderSettings = v.InferOutput<typeof settingsSchema>

/** @returns undefined when nobody is signed in */
export async function readSenderSettings(): Promise<SenderSettings | undefined> {
  const stored = await (await phoneDatabase()).get('snapshots', KEY)
  const parsed = v.safeParse(settingsSchema, stored)
  return parsed.success ? parsed.output : undefined
}

/** Makes the settings of the page those of this worker. */
export function adoptSenderSettings(settings: SenderSettings | undefined): void {
  session.set(settings?.session)
  if (settings) adoptSettings(settings.config)
}

import type { App, LoadedPhone } from './phone-apps.ts'
import { inPhone } from './tab.ts'

/** The phone begins with new connections to empty databases, and nobody is signed in. */
export async function clearPhone({ app, parts, worker }: LoadedPhone): Promise<void> {
  parts.provided?.caches?.clear()
  await inPhone(worker.parts, async () => {
    worker.app.session.set(undefined)
    worker.app.clockOffset.set(undefined)
    for (const one of [worker.app.storage, worker.app.sentStorage]) await one.close()
  })
  await inPhone(parts, () => clearPages(app))
}

const STORED = ['outbox', 'photos', 'deals', 'snapshots', 'visits', 'settings', 'reserve'] as const

async function clearPages(app: App): Promise<void> {
  app.endSession()
  // Our server writes this into its page.
  app.adoptSettings({ madeByOurServer: true })
  app.clockOffset.set(undefined)
  localStorage.clear()
  for (const one of [app.storage, app.sentStorage, app.sealedStorage]) await one.close()
  for (const name of STORED) await app.storage[name].deleteFrom('')
  for (const name of ['phones', 'unconfirmed', 'confirmed', 'entries', 'photos'] as const)
    await app.sentStorage[name].deleteFrom('')
  await app.sealedStorage.rows.deleteFrom('')
}

/** The outbox of a page: that of the app, with the network, the storage and the locks of its phone. */
import type { OutboxDeps } from '../web/src/outbox/deps.ts'
import type { Outbox } from '../web/src/outbox/outbox.ts'
import type { VirtualClock } from './clock.ts'

import type { App } from './phone-apps.ts'
import type { Random } from './random.ts'
import { type Locks, resume, type Tab } from './tab.ts'

interface OutboxParts {
  readonly app: App
  readonly clock: VirtualClock
  /** By the clock of the phone. */
  readonly now: () => number
  /** Of each tab, by its name. */
  readonly randomOf: (tab: string) => Random
  readonly locks: Locks | undefined
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  readonly onSignedOut: () => void
}

/** @returns makes the outbox of a page of the phone */
export function createOutboxes(parts: OutboxParts): (tab: Tab) => Outbox {
  const { app, clock, now, randomOf, locks, onSignedOut } = parts
  const { session, owner } = app
  const calls = createPhoneCalls(parts)
  return (tab) => {
    const { publish } = app.openOutboxChannel((outcome) => void outbox.receive(outcome))
    const outbox = app.createOutbox({
      storage: app.entryStore,
      ...calls,
      session: {
        refresh: app.storeMissingSettings,
        owner: () => (session.get() ? owner() : undefined),
        current: session.get,
        onSignedOut,
      },
      sender: tab.name,
      lock: (pass) => (locks ? locks.request('veni-outbox', () => pass(true)) : pass(false)),
      clock: { now, after: (ms, run) => clock.after(ms, () => resume(tab, run)) },
      random: randomOf(tab.name),
      onEntries: (entries) => void Object.assign(tab, { entries, isShown: true }),
      publish,
      onWorkLeft: () => {},
    })
    return outbox
  }
}

function createPhoneCalls({
  app,
  fetch,
  locks,
}: OutboxParts): Pick<OutboxDeps, 'transport' | 'reconciliation'> {
  const client = app.createClient({ fetch, timeout: (ms) => AbortSignal.timeout(ms) })
  // Its own for each run: it has the keys of the sealings.
  const { storePhoto, ...sent } = app.createSentStore(app.sealing)
  const photos = app.createPhotoTransport({
    ...client,
    lockPhoto: (id, upload) => (locks ? locks.request(`veni-photo:${id}`, upload) : upload()),
    storeSentPhoto: storePhoto,
  })
  return {
    transport: app.createTransport({ callApi: client.callApi, photos, ...sent }),
    reconciliation: { ...sent, reconcile: app.reconcileOwn },
  }
}

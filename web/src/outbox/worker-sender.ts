/** The outbox of the service worker: it sends waiting entries when no page is visible. */
import { owner, session } from '../state/session.ts'
import { openOutboxChannel, WAKE_MESSAGE } from './channel.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { lockPass, phoneDeps } from './phone-deps.ts'
import { adoptSenderSettings, readSenderSettings } from './sender-settings.ts'

interface Page {
  readonly visibilityState: DocumentVisibilityState
  readonly postMessage: (message: string) => void
}

/** @returns sends once; rejects while an entry waits, so that the browser tries again */
export function createWorkerSender(
  listPages: () => Promise<readonly Page[]>,
  outbox: Pick<Outbox, 'sendOnce' | 'reconcileAfter'> = createWorkerOutbox(),
): () => Promise<void> {
  /** A visible page gets a message and sends itself; a page in the background may be frozen. */
  return async () => {
    const pages = await listPages()
    for (const page of pages) page.postMessage(WAKE_MESSAGE)
    if (pages.some(({ visibilityState }) => visibilityState === 'visible')) return
    let result = await outbox.sendOnce()
    if (await outbox.reconcileAfter(result)) result = await outbox.sendOnce()
    const { stoppedBy, nextAttemptAt } = result
    if (stoppedBy === 'network' || stoppedBy === 'epoch-ended' || nextAttemptAt !== undefined)
      throw new Error('Some entries still wait to be sent')
  }
}

const createWorkerOutbox = () =>
  createOutbox({
    ...phoneDeps,
    lock: lockPass,
    // The browser decides when the worker tries again.
    clock: { ...phoneDeps.clock, after: () => () => {} },
    session: {
      // The page stores who is signed in; the runner may have signed out since the last call.
      refresh: async () => adoptSenderSettings(await readSenderSettings()),
      owner: () => (session.get() ? owner() : undefined),
      current: () => undefined,
      // The entries have the state; the app asks for the code when it is opened.
      onSignedOut: () => {},
    },
    sender: 'service worker',
    publish: openOutboxChannel(() => {}).publish,
    onEntries: () => {},
    onWorkLeft: () => {},
  })

/** What the app does behind the screens. Fetched after the first one is drawn, which needs none of it. */
import { keepCatalogue } from './api/keep-catalogue.ts'
import { paySignOut } from './api/sign-in.ts'
import { showOutboxCounters } from './components/outbox/outbox-counters.tsx'
import { installApp } from './install-app.tsx'
import { startOutbox } from './outbox/page-outbox.ts'
import { followSentWork } from './outbox/sent-work.ts'

/** @param screensFetched when all that this page may need has come */
export async function startWork(screensFetched: Promise<void>): Promise<void> {
  followSentWork()
  startOutbox()
  void showOutboxCounters()
  void installApp(screensFetched)
  keepCatalogue()
  await paySignOut()
}

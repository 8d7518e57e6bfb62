/** What the app does behind the screens. Fetched after the first one is drawn, which needs none of it. */
import { fetchCatalogueAhead } from './api/catalogue-queries.ts'
import { paySignOut } from './api/sign-in.ts'
import { showOutboxCounters } from './components/outbox-counters.tsx'
import { installApp } from './install-app.tsx'
import { startOutbox } from './outbox/outbox.ts'
import { followSentWork } from './outbox/sent-work.ts'
import { session } from './state/session.ts'

/** On a weak link the list itself comes first. */
const CATALOGUE_AFTER_MS = 3_000

export async function startWork(): Promise<void> {
  followSentWork()
  startOutbox()
  void showOutboxCounters()
  void installApp()
  keepCatalogue()
  session.subscribe(keepCatalogue)
  await paySignOut()
}

function keepCatalogue(): void {
  setTimeout(() => {
    if (session.get()) fetchCatalogueAhead()
  }, CATALOGUE_AFTER_MS)
}

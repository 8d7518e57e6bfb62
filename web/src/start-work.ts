/** Starts everything that runs behind the screens. It is loaded after the first screen, which does not need it. */
import { prefetchVisitData } from './api/prefetch-visit-data.ts'
import { onServerAnswer } from './api/query-client.ts'
import { sendQueuedSignOut } from './api/sign-in.ts'
import { showOutboxCounters } from './components/outbox/outbox-counters.tsx'
import { installApp } from './install-app.tsx'
import { entries } from './outbox/entries.ts'
import { lostWork } from './outbox/lost-work.ts'
import { noteAnswer, onOutcome, startOutbox } from './outbox/page-outbox.ts'
import { followSentWork } from './outbox/sent-work.ts'
import { reportProblem } from './lib/report.ts'
import { writeText } from './lib/stored-text.ts'
import { appConfig } from './app-config.ts'
import { closeAtSignOut } from './features/sign-in/close-at-sign-out.ts'
import { hideWhenIdle } from './features/sign-in/hide-when-idle.ts'
import { readLeaving, session, UNSENT_KEY } from './state/session.ts'
import { askWithWork } from './storage/persistence.ts'

/** @param screensFetched resolves when all screens are fetched */
export async function startWork(screensFetched: Promise<void>): Promise<void> {
  hideWhenIdle(appConfig().hideAfterMinutes)
  closeAtSignOut()
  followSentWork(onOutcome)
  startOutbox()
  onServerAnswer(noteAnswer)
  askWithWork(entries)
  entries.subscribe(noteUnsent)
  lostWork.subscribe(() => lostWork.get().isNew && void showLoss())
  void showOutboxCounters()
  void installApp(screensFetched)
  prefetchVisitData()
  if (readLeaving().length > 0) void finishSignOuts()
  // Another runner has signed in without a sign-out of the last one.
  session.subscribe(() => {
    if (session.get() !== undefined && readLeaving().length > 0) void finishSignOuts()
  })
  await sendQueuedSignOut()
}

function noteUnsent(): void {
  if (entries.get().length > 0) writeText(localStorage, UNSENT_KEY, 'true')
  else localStorage.removeItem(UNSENT_KEY)
}

async function showLoss(): Promise<void> {
  try {
    const { showLoss } = await import('./features/profile/show-loss.ts')
    await showLoss()
  } catch (error) {
    reportProblem('Lost work not shown', error)
  }
}

/** A page that was closed in the middle of a sign-out has left rows of its runner. */
async function finishSignOuts(): Promise<void> {
  try {
    const { clearLeaving } = await import('./state/clear-phone.ts')
    await clearLeaving()
  } catch (error) {
    reportProblem('Sign-out not finished', error)
  }
}

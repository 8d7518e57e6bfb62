/** What the app does behind the screens. Fetched after the first one is drawn, which needs none of it. */
import { paySignOut } from './api/sign-in.ts'
import { installApp } from './install-app.tsx'
import { startOutbox } from './outbox/outbox.ts'
import { followSentWork } from './outbox/sent-work.ts'

export async function startWork(): Promise<void> {
  followSentWork()
  startOutbox()
  void installApp()
  await paySignOut()
}

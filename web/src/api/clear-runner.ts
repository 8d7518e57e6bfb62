import { clearLeaving } from '../state/clear-phone.ts'
import { queryClient } from './query-client.ts'
import { sendQueuedSignOut } from './sign-in.ts'

/** Clears what was read and stored for the runner who has signed out, and ends the session at the server. */
export async function clearRunner(): Promise<void> {
  queryClient.clear()
  await Promise.all([clearLeaving(), sendQueuedSignOut()])
}

import { deleteVisitRows } from '../state/visit-rows.ts'
import { deleteSnapshots } from '../state/snapshots.ts'
import { queryClient } from './query-client.ts'
import { signOut } from './sign-in.ts'

/** Deletes the answers that were read for the runner, and ends the session at the server. */
export async function clearRunner(owner: string): Promise<void> {
  queryClient.clear()
  await Promise.all([deleteSnapshots(owner), deleteVisitRows(owner), signOut()])
}

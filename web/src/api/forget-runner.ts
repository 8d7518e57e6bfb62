import { deleteVisitRows } from '../state/visit-rows.ts'
import { deleteSnapshots } from '../state/snapshots.ts'
import { queryClient } from './query-client.ts'
import { signOut } from './sign-in.ts'

/** What logging out leaves to do: forget what was read for the runner, and end his session at the server. */
export async function forgetRunner(owner: string): Promise<void> {
  queryClient.clear()
  await Promise.all([deleteSnapshots(owner), deleteVisitRows(owner), signOut()])
}

import { useEffect } from 'react'
import { accountQuery } from '../../api/account-query.ts'
import { sharedQuery } from '../../api/query-registry.ts'
import { appConfig } from '../../app-config.ts'
import { useQuery } from '../../api/use-query.ts'
import { useValue } from '../../lib/use-value.ts'
import { listDeals } from '../../outbox/deal-store.ts'
import { entries } from '../../outbox/entries.ts'
import { owner, type Session } from '../../state/session.ts'
import { profileRecord, type ProfileRecord } from './profile-record.ts'

export interface ProfileState {
  readonly record: ProfileRecord
  /** The deals on the phone are not read yet. */
  readonly isReading: boolean
  readonly isFetching: boolean
  readonly retry: () => void
}

export function useProfile({ mode }: Session): ProfileState {
  const query = accountQuery()
  const runnerRecord = useQuery(query)
  const deals = useDeals()
  const record = profileRecord({
    runnerRecord: runnerRecord.data,
    error: runnerRecord.error,
    deals: deals.data ?? [],
    mode,
    owner: owner(),
    isDemoAllowed: appConfig().demoData,
  })
  return {
    record,
    isReading: deals.data === undefined && !deals.error,
    isFetching: runnerRecord.isFetching,
    retry: () => void query.refetch(),
  }
}

/** The runner's deals on this phone. They are read again after each change of the outbox. */
function useDeals() {
  const outbox = useValue(entries)
  const state = outbox.map((entry) => `${entry.id} ${entry.state}`).join(',')
  const deals = sharedQuery('deals', () => {
    const ofOwner = owner()
    return { fetch: async () => listDeals(ofOwner) }
  })
  useEffect(() => deals.invalidate(), [deals, state])
  return useQuery(deals)
}

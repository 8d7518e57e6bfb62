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
  /** The phone's own deals are not read yet. */
  readonly isReading: boolean
  readonly isFetching: boolean
  readonly retry: () => void
}

export function useProfile({ mode }: Session): ProfileState {
  const query = accountQuery()
  const account = useQuery(query)
  const deals = useDeals()
  const record = profileRecord({
    account: account.data,
    error: account.error,
    deals: deals.data ?? [],
    mode,
    owner: owner(),
    isDemoAllowed: appConfig().demoData,
  })
  return {
    record,
    isReading: deals.data === undefined && !deals.error,
    isFetching: account.isFetching,
    retry: () => void query.refetch(),
  }
}

/** The runner's deals on this phone, read again whenever the outbox moves. */
function useDeals() {
  const outbox = useValue(entries)
  const state = outbox.map((entry) => `${entry.id} ${entry.state}`).join(',')
  const deals = sharedQuery('deals', () => {
    const ofRunner = owner()
    return { fetch: async () => listDeals(ofRunner) }
  })
  useEffect(() => deals.invalidate(), [deals, state])
  return useQuery(deals)
}

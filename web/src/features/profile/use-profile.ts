import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { accountQuery, queryClient } from '../../api/queries.ts'
import { appConfig } from '../../app-config.ts'
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
  const account = useQuery(accountQuery())
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
    isReading: deals.isPending,
    isFetching: account.isFetching,
    retry: () => void queryClient.refetchQueries({ queryKey: accountQuery().queryKey }),
  }
}

/** The runner's deals on this phone, read again whenever the outbox moves. */
function useDeals() {
  const outbox = useValue(entries)
  const state = outbox.map((entry) => `${entry.id} ${entry.state}`).join(',')
  return useQuery({
    queryKey: ['deals', owner(), state],
    queryFn: () => listDeals(owner()),
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
}

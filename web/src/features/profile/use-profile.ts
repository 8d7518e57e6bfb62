import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { runnerRecordQuery } from '../../api/runner-record-query.ts'
import { refetchNow, sessionKey } from '../../api/query-client.ts'
import { useIsAwaited, useLastError } from '../../api/query-hooks.tsx'
import { appConfig } from '../../app-config.ts'
import { repeatLast } from '../../lib/repeat-last.ts'
import { useValue } from '../../lib/use-value.ts'
import { listDeals } from '../../outbox/stores/deal-store.ts'
import { entries } from '../../outbox/entries.ts'
import { owner, type Session } from '../../state/session.ts'
import { profileRecord, type ProfileRecord } from './profile-record.ts'
import { useOlderRecords, type OlderRecords } from './use-older-records.ts'

export interface ProfileState {
  readonly record: ProfileRecord
  /** The next page of the server's deals. */
  readonly older: Omit<OlderRecords, 'record'>
  /** True while the deals on the phone are not read yet. */
  readonly isReading: boolean
  readonly isFetching: boolean
  readonly retry: () => void
}

export function useProfile({ mode }: Session): ProfileState {
  const options = runnerRecordQuery()
  const runnerRecord = useQuery(options)
  const older = useOlderRecords(runnerRecord.data)
  const deals = useDeals()
  const record = profileRecord({
    runnerRecord: older.record,
    error: useLastError(options, runnerRecord),
    deals: deals.data ?? [],
    mode,
    owner: owner(),
    isDemoAllowed: appConfig().demoData,
  })
  return {
    record,
    older,
    isReading: deals.data === undefined && !deals.error,
    isFetching: useIsAwaited(options, runnerRecord),
    retry: () => void refetchNow(options),
  }
}

/** The runner's deals on this phone. They are read again after changes of the outbox, once at a time. */
function useDeals() {
  const outbox = useValue(entries)
  const query = useQuery({
    queryKey: sessionKey('deals'),
    // Another runner may have signed in since: the answer belongs to the owner in the key.
    queryFn: ({ queryKey: [keyOwner] }) => listDeals(keyOwner),
    gcTime: 0,
  })
  const { refetch } = query
  const readAgain = useMemo(
    () => repeatLast(async () => void (await refetch({ cancelRefetch: false }))),
    [refetch],
  )
  useEffect(() => void readAgain(), [readAgain, outbox])
  return query
}

import { queryOptions } from '@tanstack/react-query'
import {
  runnerRecordApi,
  runnerRecordSchema,
  type RunnerRecord,
} from '@veni/domain/api/runner-record'
import { callApi } from './client.ts'
import { isNotOffered } from './failure.ts'
import { sessionKey } from './query-client.ts'

const TIMEOUT_MS = 10_000

/** The runner's record at our server; `null` where a plain portal offers none (ruling 2). */
export const runnerRecordQuery = () =>
  queryOptions({
    queryKey: sessionKey('runner-record'),
    queryFn: ({ signal }) => fetchRunnerRecord(signal),
  })

/** The page of the record that another page names as `older`. Throws ApiFailure. */
export const fetchOlderRecords = (older: string): Promise<RunnerRecord> =>
  callApi(runnerRecordApi.runnerRecord, { ...options, query: { older } })

const options = { accepts: runnerRecordSchema, timeoutMs: TIMEOUT_MS }

async function fetchRunnerRecord(signal: AbortSignal): Promise<RunnerRecord | null> {
  try {
    return await callApi(runnerRecordApi.runnerRecord, { ...options, signal })
  } catch (error) {
    if (isNotOffered(error)) return null
    throw error
  }
}

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

async function fetchRunnerRecord(signal: AbortSignal): Promise<RunnerRecord | null> {
  try {
    const accepts = runnerRecordSchema
    return await callApi(runnerRecordApi.runnerRecord, { accepts, timeoutMs: TIMEOUT_MS, signal })
  } catch (error) {
    if (isNotOffered(error)) return null
    throw error
  }
}

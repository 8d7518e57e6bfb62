/** Calls to our server that have the records of several entries, for passes over a fake outbox. */
import type { SentWork } from '@veni/domain/api/work'
import { attemptTogether } from '../src/outbox/passes/batch.ts'
import type { PassDeps } from '../src/outbox/passes/pass.ts'
import { phoneDeps } from '../src/outbox/phone-deps.ts'
import { deps, startFakeOutbox } from './fake-outbox.ts'
import { signInRunner } from './runner.ts'
import { json, type SentRequest, type StandInServer } from './stand-in-server.ts'

export const WORK_CALL = 'POST /api/work'

const { together } = phoneDeps.transport
if (!together) throw new Error('The phone sends several entries in one call.')

export const batchDeps = { ...deps, attemptTogether, together } satisfies PassDeps

export const idsOf = ({ body }: SentRequest): string[] =>
  (body as { items: readonly SentWork[] }).items.map(({ id }) => id)

/** The ids of the entries in each call so far. */
export const listSentIds = (server: StandInServer) => server.calls(WORK_CALL).map(idsOf)

/** Begins with an empty outbox at our server. @param results of entries by id; recorded unless set */
export function startWorkServer(results: ReadonlyMap<string, object>): StandInServer {
  const server = startFakeOutbox()
  signInRunner()
  server.answer(WORK_CALL, (request) => answerWork(request, results))
  return server
}

/** @param results as {@link startWorkServer} */
export function answerWork(request: SentRequest, results: ReadonlyMap<string, object> = new Map()) {
  return json({ results: idsOf(request).map((id) => results.get(id) ?? { outcome: 'recorded' }) })
}

export const notRecorded = (status: number, code: string) => ({
  outcome: 'not-recorded',
  status,
  error: { code, message: 'No.' },
})

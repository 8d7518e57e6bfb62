import type { CustomerUpdate } from '@veni/domain/api/customers'
import { beforeEach, expect, test, vi } from 'vitest'
import { newRecord } from '../../test/customers.ts'
import { json, startStandInServer, type StandInServer } from '../../test/stand-in-server.ts'
import { signInAtPlainPortal, signInRunner } from '../../test/runner.ts'
import { customerQuery, customersQuery } from '../api/customer-queries.ts'
import { queryClient, refetchNow } from '../api/query-client.ts'
import { randomId } from '../lib/random-id.ts'
import { owner, session } from '../state/session.ts'
import { newEntry } from './entry.ts'
import { enqueueAndTry, onOutcome } from './page-outbox.ts'
import { followSentWork } from './sent-work.ts'

let server: StandInServer

beforeEach(async () => {
  signInAtPlainPortal()
  server = startStandInServer()
  server.answer('GET /api/customers', json([newRecord({ id: 7 }), newRecord({ id: 8 })]))
  await Promise.all([queryClient.query(customersQuery()), queryClient.query(customerQuery('7'))])
})

const send = (body: CustomerUpdate) =>
  enqueueAndTry(
    newEntry({
      id: randomId(),
      owner: owner(),
      customerId: '7',
      createdAt: Date.now(),
      work: { kind: 'customer-update', body },
    }),
  )
const reject = () => send({ status: 'rejected' })

const knownStatuses = () => ({
  list: queryClient.getQueryData(customersQuery().queryKey)?.customers.map(({ status }) => status),
  details: queryClient.getQueryData(customerQuery('7').queryKey)?.status,
})

test('a received status also changes the answers that were read before it', async () => {
  server.answer('PUT /api/customers/7', json({}))
  const stop = followSentWork(onOutcome)
  await reject()
  expect(knownStatuses()).toEqual({ list: ['rejected', 'assigned'], details: 'rejected' })
  stop()
})

test('a received hold also changes the comment and the follow-up, and gives a customer without a runner this one', async () => {
  const free = newRecord({ id: 7, status: 'interested', runner_id: null })
  server.answer('GET /api/customers', json([free]))
  await Promise.all([refetchNow(customersQuery()), refetchNow(customerQuery('7'))])
  const body = { status: 'hold', comments: 'After the festival', next_followup: '2099-12-01' }
  const held = {
    status: 'hold',
    comments: 'After the festival',
    nextFollowup: '2099-12-01',
    runnerId: session.get()?.runner.id,
  }
  server.answer('PUT /api/customers/7', json({}))
  const stop = followSentWork(onOutcome)
  await send(body)
  expect(queryClient.getQueryData(customersQuery().queryKey)?.customers).toMatchObject([held])
  expect(queryClient.getQueryData(customerQuery('7').queryKey)).toMatchObject(held)
  stop()
})

test('the next answer of the server replaces the changed answers, even if it is the same as before', async () => {
  server.answer('PUT /api/customers/7', json({}))
  const stop = followSentWork(onOutcome)
  await reject()
  await queryClient.query(customersQuery())
  expect(knownStatuses().list).toEqual(['assigned', 'assigned'])
  stop()
})

test('a status that the server does not have yet changes no answer', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  server.answer('PUT /api/customers/7', new Response('', { status: 500 }))
  const stop = followSentWork(onOutcome)
  await reject()
  expect(knownStatuses()).toEqual({ list: ['assigned', 'assigned'], details: 'assigned' })
  stop()
})

test('after a conflict the answers are fetched again, because the office has changed the customer', async () => {
  signInRunner()
  await Promise.all([queryClient.query(customersQuery()), queryClient.query(customerQuery('7'))])
  const office = { status: 'hold', comments: '', next_followup: null }
  const error = { code: 'conflict', message: 'Newer.' }
  const result = { outcome: 'not-recorded', status: 409, office, error }
  server.answer('POST /api/work', json({ results: [result] }))
  const stop = followSentWork(onOutcome)
  const isOld = () =>
    [customersQuery(), customerQuery('7')].map(
      ({ queryKey }) => queryClient.getQueryState(queryKey)?.isInvalidated,
    )
  expect(isOld()).toEqual([false, false])
  expect((await reject()).kind).toBe('refused')
  await expect.poll(isOld).toEqual([true, true])
  stop()
})

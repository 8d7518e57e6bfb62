import type { Customer } from '@veni/domain/customer'
import { beforeEach, expect, test, vi } from 'vitest'
import { newCustomer } from '../../test/customers.ts'
import { json, startPortalStub } from '../../test/portal-stub.ts'
import { signInRunner } from '../../test/runner.ts'
import { customerQuery, customersQuery, queryClient } from '../api/queries.ts'
import { randomId } from '../lib/random-id.ts'
import { owner } from '../state/session.ts'
import { newEntry } from './entry.ts'
import { enqueueAndTry } from './outbox.ts'
import { followSentWork } from './sent-work.ts'

const customer = newCustomer({ id: '7' })
const other = newCustomer({ id: '8' })

beforeEach(() => {
  signInRunner()
  const key = customersQuery().queryKey
  const list = { customers: [customer, other], fetchedAt: 1, fromFailedReply: false }
  queryClient.setQueryData(key, list)
  queryClient.setQueryData(customerQuery('7').queryKey, customer)
})

const reject = () =>
  enqueueAndTry(
    newEntry({
      id: randomId(),
      owner: owner(),
      customerId: '7',
      createdAt: Date.now(),
      work: { kind: 'customer-update', body: { status: 'rejected' } },
    }),
  )

const knownStatuses = () => {
  const list = queryClient.getQueryData(customersQuery().queryKey)
  const details: Customer | null | undefined = queryClient.getQueryData(customerQuery('7').queryKey)
  return { list: list?.customers.map(({ status }) => status), details: details?.status }
}

test('once the office has a status, what was read before says the same', async () => {
  startPortalStub().answer('PUT /api/customers/7', json({}))
  const stop = followSentWork()
  await reject()
  expect(knownStatuses()).toEqual({ list: ['rejected', 'assigned'], details: 'rejected' })
  stop()
})

test('a status the office does not have yet changes no answer of the office', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  startPortalStub().answer('PUT /api/customers/7', new Response('', { status: 500 }))
  const stop = followSentWork()
  await reject()
  expect(knownStatuses()).toEqual({ list: ['assigned', 'assigned'], details: 'assigned' })
  stop()
})

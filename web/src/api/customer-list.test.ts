import { beforeEach, expect, test } from 'vitest'
import { json, startPortalStub, type PortalStub } from '../../test/portal-stub.ts'
import { signInRunner } from '../../test/runner.ts'
import { fetchCustomers } from './customer-list.ts'

let portal: PortalStub

beforeEach(() => {
  signInRunner()
  portal = startPortalStub()
})

const fetchList = () => fetchCustomers(new AbortController().signal)

test('a list of anything but customers is a failure like any other', async () => {
  portal.answer('GET /api/customers', json([{ error: 'no database' }]))
  await expect(fetchList()).rejects.toMatchObject({ name: 'ApiFailure', kind: 'bad-reply' })
})

test('a record that is no customer hides none that is', async () => {
  portal.answer('GET /api/customers', json([{ error: 'broken row' }, { id: 7 }]))
  expect((await fetchList()).customers.map(({ id }) => id)).toEqual(['7'])
})

test('a 500 that still carries customers is taken', async () => {
  portal.answer('GET /api/customers', json([{ id: 7 }], 500))
  expect(await fetchList()).toMatchObject({ customers: [{ id: '7' }], fromFailedReply: true })
})

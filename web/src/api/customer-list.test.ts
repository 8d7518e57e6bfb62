import { beforeEach, expect, test, vi } from 'vitest'
import { json, startStandInServer, type StandInServer } from '../../test/stand-in-server.ts'
import { signInRunner } from '../../test/runner.ts'
import { fetchCustomers } from './customer-list.ts'

let server: StandInServer

beforeEach(() => {
  signInRunner()
  server = startStandInServer()
})

const fetchList = () => fetchCustomers(new AbortController().signal)

test('a list with only invalid records is a failure', async () => {
  server.answer('GET /api/customers', json([{ error: 'no database' }]))
  await expect(fetchList()).rejects.toMatchObject({ name: 'ApiFailure', kind: 'bad-reply' })
})

test('an invalid record does not hide the valid customers', async () => {
  server.answer('GET /api/customers', json([{ error: 'broken row' }, { id: 7 }]))
  expect((await fetchList()).customers.map(({ id }) => id)).toEqual(['7'])
})

test('the customers in the body of a 500 are used', async () => {
  server.answer('GET /api/customers', json([{ id: 7 }], 500))
  expect(await fetchList()).toMatchObject({ customers: [{ id: '7' }], fromFailedReply: true })
})

test('an unchanged list is not parsed again, and the same object is returned', async () => {
  server.answer('GET /api/customers', json([{ id: 7 }]))
  const before = await fetchList()
  const parse = vi.spyOn(JSON, 'parse')
  const again = await fetchList()
  expect(again).toBe(before)
  expect(parse).not.toHaveBeenCalled()
})

test('a changed list is parsed once', async () => {
  server.answer('GET /api/customers', json([{ id: 7, status: 'assigned' }]))
  await fetchList()
  server.answer('GET /api/customers', json([{ id: 7, status: 'hold' }]))
  const parse = vi.spyOn(JSON, 'parse')
  const again = await fetchList()
  expect(again.customers).toMatchObject([{ id: '7', status: 'hold' }])
  expect(parse).toHaveBeenCalledTimes(1)
})

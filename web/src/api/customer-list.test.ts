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

test('a list of anything but customers is a failure like any other', async () => {
  server.answer('GET /api/customers', json([{ error: 'no database' }]))
  await expect(fetchList()).rejects.toMatchObject({ name: 'ApiFailure', kind: 'bad-reply' })
})

test('a record that is no customer hides none that is', async () => {
  server.answer('GET /api/customers', json([{ error: 'broken row' }, { id: 7 }]))
  expect((await fetchList()).customers.map(({ id }) => id)).toEqual(['7'])
})

test('a 500 that still carries customers is taken', async () => {
  server.answer('GET /api/customers', json([{ id: 7 }], 500))
  expect(await fetchList()).toMatchObject({ customers: [{ id: '7' }], fromFailedReply: true })
})

test('a list that came again as it was is the same one, and is not read again', async () => {
  server.answer('GET /api/customers', json([{ id: 7 }]))
  const before = await fetchList()
  const parse = vi.spyOn(JSON, 'parse')
  const again = await fetchList()
  expect(again).toBe(before)
  expect(parse).not.toHaveBeenCalled()
})

test('a list in which something changed is read, once', async () => {
  server.answer('GET /api/customers', json([{ id: 7, status: 'assigned' }]))
  await fetchList()
  server.answer('GET /api/customers', json([{ id: 7, status: 'hold' }]))
  const parse = vi.spyOn(JSON, 'parse')
  const again = await fetchList()
  expect(again.customers).toMatchObject([{ id: '7', status: 'hold' }])
  expect(parse).toHaveBeenCalledTimes(1)
})

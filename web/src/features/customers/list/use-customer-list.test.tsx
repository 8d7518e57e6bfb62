import type { CustomerRecord } from '@veni/domain/api/customers'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderHook } from 'vitest-browser-react'
import { configureApp } from '../../../../test/app-config.ts'
import { newRecord } from '../../../../test/customers.ts'
import {
  json,
  noNetwork,
  startStandInServer,
  type StandInServer,
} from '../../../../test/stand-in-server.ts'
import { signInRunner } from '../../../../test/runner.ts'
import { customersQuery } from '../../../api/customer-queries.ts'
import { refetchNow } from '../../../api/query-client.ts'
import { WithAnswers } from '../../../api/query-hooks.tsx'
import { entries } from '../../../outbox/entries.ts'
import { owner, startSession, storePhone } from '../../../state/session.ts'
import { storeSnapshot } from '../../../state/snapshots.ts'
import { storage } from '../../../storage/phone-storage.ts'
import { useCustomerList } from './use-customer-list.ts'

const LIST = 'GET /api/customers'
let server: StandInServer
let id = 1

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue()
  entries.set([])
  server = startStandInServer()
})

/** The names on the list of the signed-in runner. */
async function openList() {
  const { result } = await renderHook(() => useCustomerList(), { wrapper: WithAnswers })
  return () => {
    const { view } = result.current
    if (view.kind !== 'list') return view.kind
    return view.sections.flatMap(({ customers }) => customers.map(({ memberName }) => memberName))
  }
}

const record = (member_name: string, status: string, runner_id: number | null): CustomerRecord =>
  newRecord({ id: id++, member_name, status, runner_id })

test('the list has the runner’s own open customers [R-6.001]', async () => {
  signInRunner('2', 'Lakshmi Devi')
  server.answer(
    LIST,
    json([
      record('Assigned', 'assigned', 2),
      record('Interested', 'interested', 2),
      record('On hold', 'hold', 2),
      record('Pending', 'pending', 2),
      record('Delivered', 'delivered', 2),
      record('Rejected', 'rejected', 2),
    ]),
  )
  await expect.poll(await openList()).toEqual(['Assigned', 'Interested', 'On hold'])
})

test('the list has the interested customers without a runner [R-6.002]', async () => {
  signInRunner('2', 'Lakshmi Devi')
  const unassigned = ['assigned', 'interested', 'hold', 'pending', 'delivered', 'rejected']
  server.answer(LIST, json(unassigned.map((status) => record(status, status, null))))
  await expect.poll(await openList()).toEqual(['interested'])
})

test('the list has no customers of other runners in any status [R-6.003]', async () => {
  signInRunner('2', 'Lakshmi Devi')
  const others = ['assigned', 'interested', 'hold'].map((status) => record('Other', status, 1))
  server.answer(LIST, json([...others, record('Mine', 'assigned', 2)]))
  await expect.poll(await openList()).toEqual(['Mine'])
})

test('after a sign-in without the server no snapshot of another runner shows [R-6.005]', async () => {
  await configureApp({ demoData: false })
  // No further attempt follows a time-out.
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort())
  server.answer(LIST, noNetwork())
  startSession(signInRunner('1'), undefined)
  await storeSnapshot('customers', JSON.stringify([record('Customer of the first', 'assigned', 1)]))
  const first = owner()

  // The fixed mapping gives the same runner id for another runner's phone.
  storePhone(`8${first.slice(1)}`)
  await expect.poll(await openList()).toBe('failed')

  storePhone(first)
  await expect.poll(await openList()).toEqual(['Customer of the first'])
})

test('a failed refresh does not replace the list by an older snapshot [R-7.069]', async () => {
  signInRunner('1')
  await storeSnapshot('customers', JSON.stringify([record('Of last week', 'assigned', 1)]))
  const full = new DOMException('The disk is full', 'QuotaExceededError')
  vi.spyOn(storage, 'write').mockRejectedValue(full)
  server.answer(LIST, json([record('Of today', 'assigned', 1)]))
  const names = await openList()
  await expect.poll(names).toEqual(['Of today'])
  // No further attempt follows a time-out.
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort())
  await refetchNow(customersQuery())
  expect(server.calls(LIST)).toHaveLength(2)
  expect(names()).toEqual(['Of today'])
})

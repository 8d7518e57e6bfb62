import { useQuery } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { renderHook } from 'vitest-browser-react'
import { newRecord } from '../../test/customers.ts'
import { json, startStandInServer } from '../../test/stand-in-server.ts'
import { signInRunner } from '../../test/runner.ts'
import { customersQuery } from './customer-queries.ts'
import { healthQuery } from './health.ts'
import { prefetch } from './query-client.ts'
import { WithAnswers } from './query-hooks.tsx'

const LIST = 'GET /api/customers'
const HEALTH = 'GET /api/ping'

function startServer() {
  signInRunner()
  const server = startStandInServer()
  server.answer(LIST, json([newRecord()]))
  server.answer(HEALTH, json({ status: 'ok' }))
  const callCounts = () => [server.calls(LIST).length, server.calls(HEALTH).length]
  return { callCounts }
}

async function openDeliveries() {
  const screen = await renderHook(
    () => [useQuery(customersQuery()).isSuccess, useQuery(healthQuery()).isSuccess],
    { wrapper: WithAnswers },
  )
  await expect.poll(() => screen.result.current).toEqual([true, true])
  return screen
}

test('each opening of /deliveries fetches the list and the health again', async () => {
  const { callCounts } = startServer()
  const first = await openDeliveries()
  expect(callCounts()).toEqual([1, 1])
  await first.unmount()
  await openDeliveries()
  expect(callCounts()).toEqual([2, 2])
})

test('the first opening of /deliveries shows the prefetched list and health', async () => {
  const { callCounts } = startServer()
  prefetch(customersQuery())
  prefetch(healthQuery())
  await openDeliveries()
  expect(callCounts()).toEqual([1, 1])
})

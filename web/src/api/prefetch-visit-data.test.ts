import { beforeEach, expect, test, vi } from 'vitest'
import { json, startStandInServer, type StandInServer } from '../../test/stand-in-server.ts'
import { paths } from '../paths.ts'
import { startSession, storePhone } from '../state/session.ts'
import { prefetchVisitData } from './prefetch-visit-data.ts'

const fetched = () => server.sent.map(({ path }) => path).toSorted()
let server: StandInServer

beforeEach(() => {
  server = startStandInServer()
  server.answer('GET /api/products', json([]))
  server.answer('GET /api/hair-pricing', json([]))
})

test('prices and products are prefetched 3 s after the code is entered, not earlier', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  history.replaceState(null, '', paths.login())
  prefetchVisitData()
  storePhone('9000000001')
  history.replaceState(null, '', paths.otp())
  vi.advanceTimersByTime(60_000)
  expect(fetched()).toEqual([])
  startSession('9000000001', { id: '1', name: 'Ravi' })
  history.replaceState(null, '', paths.loginSuccess())
  vi.advanceTimersByTime(2_999)
  expect(fetched()).toEqual([])
  vi.advanceTimersByTime(1)
  vi.useRealTimers()
  await expect.poll(fetched).toEqual(['/api/hair-pricing', '/api/products'])
})

import { beforeEach, expect, test, vi } from 'vitest'
import { json, startStandInServer, type StandInServer } from '../../test/stand-in-server.ts'
import { paths } from '../paths.ts'
import { startSession, storePhone } from '../state/session.ts'
import { keepCatalogue } from './keep-catalogue.ts'

const asked = () => server.sent.map(({ path }) => path).toSorted()
let server: StandInServer

beforeEach(() => {
  server = startStandInServer()
  server.answer('GET /api/products', json([]))
  server.answer('GET /api/hair-pricing', json([]))
})

test('prices and products are fetched ahead 3 s after the code is entered, and not before', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  history.replaceState(null, '', paths.login())
  keepCatalogue()
  storePhone('9000000001')
  history.replaceState(null, '', paths.otp())
  vi.advanceTimersByTime(60_000)
  expect(asked()).toEqual([])
  startSession('9000000001', { id: '1', name: 'Ravi' })
  history.replaceState(null, '', paths.loginSuccess())
  vi.advanceTimersByTime(2_999)
  expect(asked()).toEqual([])
  vi.advanceTimersByTime(1)
  vi.useRealTimers()
  await expect.poll(asked).toEqual(['/api/hair-pricing', '/api/products'])
})

import { beforeEach, expect, test, vi } from 'vitest'
import { configureApp } from '../../test/app-config.ts'
import {
  json,
  noNetwork,
  startStandInServer,
  type StandInServer,
} from '../../test/stand-in-server.ts'
import { reversePlace } from './places.ts'

const PLACES = 'GET /api/places/reverse'
let server: StandInServer

beforeEach(() => {
  server = startStandInServer()
})

test.each([
  ['a 404', new Response('', { status: 404 })],
  ['a 405', new Response('', { status: 405 })],
  ['a 501', new Response('', { status: 501 })],
  ['no network', noNetwork()],
])('with %s there is no address and no log line [R-7.028]', async (_, answer) => {
  const warn = vi.spyOn(console, 'warn')
  server.answer(PLACES, answer)
  expect(await reversePlace(17.385, 78.4867)).toBeUndefined()
  expect(warn).not.toHaveBeenCalled()
})

test('a call that fails in the browser is reported, and there is no address', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const failure = new DOMException('The page is closing', 'InvalidStateError')
  server.answer(PLACES, failure)
  expect(await reversePlace(17.385, 78.4867)).toBeUndefined()
  expect(warn.mock.calls).toEqual([['Place not named', failure]])
})

test("a deployment's own geocoder is called instead of the server [R-7.029]", async () => {
  await configureApp({ geocoderUrl: 'https://places.example/reverse?key=k' })
  server.answer('GET /reverse', json({ display_name: 'Kothapalli, Karimnagar' }))
  expect(await reversePlace(17.385, 78.4867)).toBe('Kothapalli, Karimnagar')
  expect(server.calls(PLACES)).toEqual([])
})

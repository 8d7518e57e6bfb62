import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { silentLog } from '../log.ts'
import { createGeocoder, nominatimGeocoder } from './nominatim.ts'

const POINT = { latitude: 17.3616, longitude: 78.4747 }
const OFFLINE = 'near Hyderabad, Telangana, India'

/** A stand-in that answers as Nominatim does. */
async function startNominatim(answer: RequestListener): Promise<string> {
  server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
let server: Server | undefined
afterEach(() => {
  server?.close()
  server?.closeAllConnections()
  server = undefined
})

const json =
  (status: number, body: unknown): RequestListener =>
  (_, response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(JSON.stringify(body))

describe('a geocoder with a service', () => {
  test('asks for the point and takes its display_name', async () => {
    const asked: (string | undefined)[] = []
    const url = await startNominatim((request, response) => {
      asked.push(request.url, request.headers['user-agent'])
      json(200, {
        place_id: 1,
        licence: 'Data © OpenStreetMap contributors, ODbL 1.0',
        lat: '17.36',
        lon: '78.47',
        display_name: 'Charminar, Hyderabad, Telangana, India',
        address: { city: 'Hyderabad' },
      })(request, response)
    })
    expect(await createGeocoder(url, silentLog).reverse(POINT)).toEqual({
      displayName: 'Charminar, Hyderabad, Telangana, India',
      licence: 'Data © OpenStreetMap contributors, ODbL 1.0',
    })
    expect(asked).toEqual(['/reverse?format=jsonv2&lat=17.3616&lon=78.4747', 'veni-server'])
  })

  test.each([
    ['/', '/reverse?'],
    ['/nominatim', '/nominatim/reverse?'],
    ['/v1/reverse?key=abc', '/v1/reverse?key=abc&'],
  ])('finds the call under %s', async (path, expected) => {
    let asked = ''
    const url = await startNominatim((request, response) => {
      asked = request.url ?? ''
      json(200, { display_name: 'x' })(request, response)
    })
    await createGeocoder(`${url}${path}`, silentLog).reverse(POINT)
    expect(asked.startsWith(expected)).toBe(true)
  })

  test('has no name where the service has none', async () => {
    const url = await startNominatim(json(200, { error: 'Unable to geocode' }))
    expect(await createGeocoder(url, silentLog).reverse(POINT)).toBeUndefined()
  })

  test.each<[string, RequestListener]>([
    ['refuses', json(429, { error: 'Too many requests' })],
    ['fails', json(500, {})],
    ['answers something else', json(200, { hello: 'world' })],
    ['answers with a page', (_, response) => void response.end('<!doctype html>')],
    ['hangs up', (request) => void request.socket.destroy()],
  ])('uses the built-in places when the service %s', async (_, answer) => {
    const url = await startNominatim(answer)
    const lines: string[] = []
    const log = { ...silentLog, error: (line: string) => void lines.push(line) }
    expect((await createGeocoder(url, log).reverse(POINT))?.displayName).toBe(OFFLINE)
    expect(lines).toHaveLength(1)
  })

  test('waits for the service for a limited time', async () => {
    const url = await startNominatim(() => undefined)
    await expect(nominatimGeocoder(url, 50).reverse(POINT)).rejects.toThrow('timeout')
  })

  test('uses the built-in places without a service', async () => {
    expect((await createGeocoder(undefined, silentLog).reverse(POINT))?.displayName).toBe(OFFLINE)
  })
})

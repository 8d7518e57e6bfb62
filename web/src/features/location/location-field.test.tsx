import { LOCATION_NOT_AVAILABLE } from '@veni/domain/location'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import { configureApp } from '../../../test/app-config.ts'
import { placePhone } from '../../../test/deal-visit.ts'
import { json, noNetwork, startStandInServer } from '../../../test/stand-in-server.ts'
import { reversePlace } from '../../api/places.ts'
import { LocationField } from './location-field.tsx'
import { locationOf, watchLocation, locationState } from './location-watch.ts'
import { useLocationCapture } from './use-location.ts'

const HYDERABAD = { latitude: 17.4, longitude: 78.5 }
const GEOCODER = 'https://places.example/reverse?key=k1'

/** Shows the location that a deal would record now, beside the field. */
function Place() {
  const capture = useLocationCapture()
  return (
    <>
      <LocationField capture={capture} />
      <output>{JSON.stringify(capture.take())}</output>
    </>
  )
}

const place = page.getByRole('region', { name: 'Location' })
const recorded = () => JSON.parse(page.getByRole('status').element().textContent ?? '')
const captureAgain = page.getByRole('button', { name: 'Capture location again' })

test('the phone is asked with high accuracy and a limit of 10 s, and a fix may be 60 s old [R-7.023]', async () => {
  startStandInServer()
  const { asked } = placePhone(HYDERABAD)
  await render(<Place />)
  await captureAgain.click()
  const options = { enableHighAccuracy: true, timeout: 10_000, maximumAge: 60_000 }
  expect(asked.mock.calls.map(([, , given]) => given)).toEqual([options, options])
})

test('the geocoder receives lat and lon, and its display_name is the address [R-7.021]', async () => {
  await configureApp({ geocoderUrl: GEOCODER })
  const asked = vi.fn<(url: string, init: RequestInit) => Promise<Response>>(() =>
    Promise.resolve(json({ display_name: 'Charminar, Hyderabad' })),
  )
  vi.stubGlobal('fetch', asked)
  placePhone(HYDERABAD)
  await render(<Place />)
  await expect.element(place).toHaveTextContent('Charminar, Hyderabad')
  expect(recorded()).toMatchObject({ ...HYDERABAD, address: 'Charminar, Hyderabad' })
  const [url, init] = asked.mock.calls[0] ?? []
  const { origin, searchParams } = new URL(url ?? '')
  expect(origin).toBe('https://places.example')
  expect(Object.fromEntries(searchParams)).toMatchObject({
    key: 'k1',
    lat: '17.400000',
    lon: '78.500000',
  })
  // A third party must not learn who the runner is.
  expect(init).toMatchObject({ credentials: 'omit' })
  expect(init?.headers).toBeUndefined()
})

test.each([
  ['has no name', json({ display_name: '' })],
  ['answers without a name', json({ error: 'Unable to geocode' })],
  ['fails', json({}, 500)],
  ['does not exist', json({}, 404)],
  ['cannot be reached', noNetwork()],
  ['answers with a page', new Response('<html></html>')],
])('if the geocoder %s, the coordinates replace the address [R-7.022]', async (_case, answer) => {
  await configureApp({ geocoderUrl: GEOCODER })
  const server = startStandInServer()
  server.answer('GET /reverse', answer)
  placePhone(HYDERABAD)
  await render(<Place />)
  await expect.element(place).toHaveTextContent('17.400000, 78.500000')
  // A second call ensures that the field has already received its answer.
  expect(await reversePlace(HYDERABAD.latitude, HYDERABAD.longitude)).toBeUndefined()
  await expect.poll(() => server.calls('GET /reverse')).toHaveLength(2)
  await expect.element(place).toHaveTextContent('17.400000, 78.500000')
  expect(recorded()).toMatchObject({ ...HYDERABAD, address: '17.400000, 78.500000' })
})

test('a phone without a location records 0,0 until it has one [R-8.074]', async () => {
  startStandInServer()
  placePhone()
  await render(<Place />)
  await expect.element(place).toHaveTextContent('Location not available')
  expect(recorded()).toEqual({ ...LOCATION_NOT_AVAILABLE, reason: 'denied' })
  placePhone(HYDERABAD)
  await captureAgain.click()
  await expect.element(place).toHaveTextContent('17.400000, 78.500000')
})

test('the location is shown with its accuracy [R-8.076]', async () => {
  startStandInServer()
  placePhone({ ...HYDERABAD, accuracy: 12.4 })
  await render(<Place />)
  await expect.element(place).toHaveTextContent('17.400000, 78.500000 · ± 12 m')
})

test('the last location still counts after the signal is lost during a visit [R-8.076]', async () => {
  startStandInServer()
  const phone = placePhone(HYDERABAD)
  await render(<Place />)
  phone.lose('POSITION_UNAVAILABLE')
  await expect.element(place).toHaveTextContent('17.400000, 78.500000')
  expect(recorded()).toMatchObject(HYDERABAD)
  expect(phone.isWatched()).toBe(true)
})

test('after Capture again a less accurate location replaces the old one, which counts until then', async () => {
  startStandInServer()
  const phone = placePhone(HYDERABAD)
  await render(<Place />)
  await expect.element(place).toHaveTextContent('± 5 m')
  phone.asked.mockImplementation((found) => {
    again = found
    return 8
  })
  let again: PositionCallback | undefined
  await captureAgain.click()
  await expect.element(place).toHaveTextContent('Finding location…')
  expect(recorded()).toMatchObject(HYDERABAD)
  const coords = { ...HYDERABAD, accuracy: 80 } as GeolocationCoordinates
  again?.({ coords, timestamp: Date.now(), toJSON: () => ({}) })
  await expect.element(place).toHaveTextContent('± 80 m')
})

test('the watch continues on the next screen of a deal, and ends with the last screen [R-7.032]', async () => {
  startStandInServer()
  const phone = placePhone(HYDERABAD)
  const first = await render(<Place />)
  await render(<Place />)
  await first.unmount()
  expect(phone.isWatched()).toBe(true)
  expect(phone.asked).toHaveBeenCalledOnce()
  await cleanup()
  await expect.poll(phone.isWatched).toBe(false)
  expect(locationState.get()).toEqual({})
})

test('a phone without a location receiver records that reason [R-8.076]', async () => {
  startStandInServer()
  vi.stubGlobal('navigator', {})
  const stop = watchLocation()
  vi.unstubAllGlobals()
  expect(locationOf(locationState.get(), 0).reason).toBe('unsupported')
  stop()
})

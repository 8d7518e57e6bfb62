import { expect, onTestFinished, test, vi } from 'vitest'
import { placePhone } from '../../../test/deal-visit.ts'
import { pass, stopClock } from '../../../test/stopped-clock.ts'
import { betterFix, locationOf, watchLocation, locationState, type Fix } from './location-watch.ts'

const HYDERABAD = { latitude: 17.4, longitude: 78.5 }
const at = (seconds: number, accuracyM: number): Fix => ({
  ...HYDERABAD,
  accuracyM,
  takenAt: seconds * 1_000,
})

/** Watches a phone that has not reported a location yet. */
function watchedPhone() {
  stopClock()
  const phone = placePhone('silent')
  const stop = watchLocation()
  onTestFinished(async () => {
    stop()
    await pass(1)
    expect(phone.isWatched()).toBe(false)
  })
  return phone
}

test.each([
  ['the more accurate of two fixes of the same age', at(0, 30), at(0, 12), 12],
  ['an accurate fix that is a minute older', at(0, 10), at(60, 800), 10],
  [
    'a newer fix, if the runner can have walked further than its inaccuracy',
    at(0, 10),
    at(600, 800),
    800,
  ],
  ['the newer of two fixes of the same accuracy', at(0, 10), at(10, 10), 10],
])('the better fix is %s [R-8.076]', (_which, one, other, accuracyM) => {
  expect(betterFix(one, other).accuracyM).toBe(accuracyM)
  expect(betterFix(other, one).accuracyM).toBe(accuracyM)
})

test('a deal records the accuracy and the age of its location at completion [R-8.076]', () => {
  const location = locationOf({ fix: at(100, 12.4) }, 140_400)
  expect(location).toMatchObject({ ...HYDERABAD, accuracy_m: 12, age_s: 40 })
})

test('a fix that is an hour old is not recorded [R-8.074, R-8.076]', () => {
  expect(locationOf({ fix: at(0, 5) }, 3_600_000)).toEqual({
    latitude: 0,
    longitude: 0,
    address: 'Location not available',
    reason: 'timeout',
  })
})

test.each([
  ['a fix that is 60 s old', -60, 60],
  ['a fix of a receiver whose clock is years behind', -1e9, 60],
  ['a fix before the clock was set back', 3_600, 0],
])('%s has a plausible age [R-8.076]', (_case, foundAfterS, age_s) => {
  const phone = watchedPhone()
  phone.move({ ...HYDERABAD, foundAt: Date.now() + foundAfterS * 1_000 })
  expect(locationOf(locationState.get(), Date.now())).toMatchObject({ age_s })
})

test('a fix from before the clock was set back does not hide the next one', () => {
  const phone = watchedPhone()
  phone.move(HYDERABAD)
  vi.setSystemTime(Date.now() - 3_600_000)
  phone.move({ ...HYDERABAD, latitude: 17.5 })
  expect(locationOf(locationState.get(), Date.now())).toMatchObject({ latitude: 17.5 })
})

test.each([
  ['POSITION_UNAVAILABLE', 'unavailable'],
  ['TIMEOUT', 'timeout'],
  ['PERMISSION_DENIED', 'denied'],
] as const)('%s is recorded as %s while there is no location [R-8.076]', (code, reason) => {
  const phone = watchedPhone()
  phone.lose(code)
  expect(locationOf(locationState.get(), Date.now())).toMatchObject({ latitude: 0, reason })
  // Only a denied permission ends the watch; the other failures may be temporary.
  expect(phone.isWatched()).toBe(reason !== 'denied')
})

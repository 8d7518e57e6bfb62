import { expect, onTestFinished, test } from 'vitest'
import { placePhone } from '../../../test/deal-visit.ts'
import { pass, stopClock } from '../../../test/stopped-clock.ts'
import { betterFix, locationOf, watchLocation, locationState, type Fix } from './location-watch.ts'

const HYDERABAD = { latitude: 17.4, longitude: 78.5 }
const at = (seconds: number, accuracyM: number): Fix => ({
  ...HYDERABAD,
  accuracyM,
  takenAt: seconds * 1_000,
})

/** A screen of a deal is open, on a phone that has said nothing yet. */
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
  ['the more exact of two that are as old', at(0, 30), at(0, 12), 12],
  ['the exact one of a while ago', at(0, 10), at(60, 800), 10],
  [
    'the fresh one, once the runner can have walked further than it is wrong',
    at(0, 10),
    at(600, 800),
    800,
  ],
  ['the newer of two that are as good', at(0, 10), at(10, 10), 10],
])('of two places counts %s [R-8.076]', (_which, one, other, accuracyM) => {
  expect(betterFix(one, other).accuracyM).toBe(accuracyM)
  expect(betterFix(other, one).accuracyM).toBe(accuracyM)
})

test('a deal says how exact and how old its place is when it is completed [R-8.076]', () => {
  const location = locationOf({ fix: at(100, 12.4) }, 140_400)
  expect(location).toMatchObject({ ...HYDERABAD, accuracy_m: 12, age_s: 40 })
})

test('a place of an hour ago is none [R-8.074, R-8.076]', () => {
  expect(locationOf({ fix: at(0, 5) }, 3_600_000)).toEqual({
    latitude: 0,
    longitude: 0,
    address: 'Location not available',
    reason: 'timeout',
  })
})

test.each([
  ['what the phone still knew from 60 s ago', -60, 60],
  ['a clock of the receiver that is years behind', -1e9, 60],
  ['a clock that was set back since', 3_600, 0],
])('%s has an age that is no lie [R-8.076]', (_case, foundAfterS, age_s) => {
  const phone = watchedPhone()
  phone.move({ ...HYDERABAD, foundAt: Date.now() + foundAfterS * 1_000 })
  expect(locationOf(locationState.get(), Date.now())).toMatchObject({ age_s })
})

test.each([
  ['POSITION_UNAVAILABLE', 'unavailable'],
  ['TIMEOUT', 'timeout'],
  ['PERMISSION_DENIED', 'denied'],
] as const)('%s is recorded as %s while there is no place [R-8.076]', (code, reason) => {
  const phone = watchedPhone()
  phone.lose(code)
  expect(locationOf(locationState.get(), Date.now())).toMatchObject({ latitude: 0, reason })
  // Only a no ends the looking; the others may be over in a minute.
  expect(phone.isWatched()).toBe(reason !== 'denied')
})

/**
 * Watches the location while a screen of a deal is open, so that the runner does not wait for it at the end.
 * A deal records the best fix with its accuracy and age, or the reason why there is none.
 */
import {
  LOCATION_NOT_AVAILABLE,
  type Location,
  type LocationGap,
  LOCATION_OPTIONS,
} from '@veni/domain/location'
import { createValueStore } from '../../lib/value-store.ts'

export interface Fix {
  readonly latitude: number
  readonly longitude: number
  readonly accuracyM: number
  /** ms since 1970. */
  readonly takenAt: number
}

interface LocationState {
  /** The best fix since the watch began; undefined until there is one. */
  readonly fix?: Fix
  /** Why the last attempt gave no fix; undefined after a fix, or before the first answer. */
  readonly gap?: LocationGap
  /** The runner asked for a new fix, which has not arrived yet. */
  readonly isRenewing?: boolean
}

export const locationState = createValueStore<LocationState>({})

/** A runner may walk on after a fix. Each second reduces its assumed accuracy by this distance. */
const WALKING_M_PER_S = 1.5

/** An older fix is not recorded. */
const OLDEST_FIX_MS = 30 * 60_000

let screens = 0
let watch: number | undefined

/** @returns a function that stops the watch, unless another screen of the deal uses it */
export function watchLocation(): () => void {
  screens += 1
  start()
  return () => {
    screens -= 1
    setTimeout(() => screens === 0 && stop())
  }
}

/** Requests a new fix. The old fix counts until the new one arrives. */
export function renewLocation(): void {
  const { fix } = locationState.get()
  clear()
  locationState.set({ ...(fix && { fix }), isRenewing: true })
  start()
}

function start(): void {
  if (watch !== undefined) return
  if (!('geolocation' in navigator)) return locationState.set({ gap: 'unsupported' })
  watch = navigator.geolocation.watchPosition(handleFix, handleFailure, LOCATION_OPTIONS)
}

function stop(): void {
  clear()
  locationState.set({})
}

function clear(): void {
  if (watch !== undefined) navigator.geolocation.clearWatch(watch)
  watch = undefined
}

function handleFix({ coords, timestamp }: GeolocationPosition): void {
  const now = Date.now()
  const { latitude, longitude, accuracy: accuracyM } = coords
  // Some receivers have a wrong clock. No fix is older than `maximumAge`, and none is from the future.
  const takenAt = Math.min(now, Math.max(timestamp, now - LOCATION_OPTIONS.maximumAge))
  const next = { latitude, longitude, accuracyM, takenAt }
  const { fix, isRenewing } = locationState.get()
  // A stored fix from the future: the clock was set back since, so its age is unknown.
  const isKnown = fix && !isRenewing && fix.takenAt <= now
  locationState.set({ fix: isKnown ? betterFix(fix, next) : next })
}

const gaps: Readonly<Record<number, LocationGap>> = { 1: 'denied', 2: 'unavailable', 3: 'timeout' }

/** If the runner switches the location off during a visit, the earlier fix still counts. */
function handleFailure({ code }: GeolocationPositionError): void {
  const { fix } = locationState.get()
  locationState.set({ ...(fix && { fix }), gap: gaps[code] ?? 'unavailable' })
  // After a denied permission the browser reports nothing more; after other failures it continues.
  if (code === 1) clear()
}

/** Compares the accuracies, each reduced by the distance that a runner can have walked since the fix. */
export function betterFix(one: Fix, other: Fix): Fix {
  const lostBy = (fix: Fix) => fix.accuracyM - (fix.takenAt / 1000) * WALKING_M_PER_S
  return lostBy(other) <= lostBy(one) ? other : one
}

/** The location that a deal completed at `now` records. @param words the place name, if there is one */
export function locationOf({ fix, gap }: LocationState, now: number, words?: string): Location {
  const ageMs = fix ? Math.max(0, now - fix.takenAt) : 0
  if (!fix || ageMs > OLDEST_FIX_MS) return { ...LOCATION_NOT_AVAILABLE, reason: gap ?? 'timeout' }
  const { latitude, longitude, accuracyM } = fix
  return {
    latitude,
    longitude,
    address: words ?? coordinates(fix),
    accuracy_m: Math.round(accuracyM),
    age_s: Math.round(ageMs / 1000),
  }
}

const coordinates = ({ latitude, longitude }: Fix) =>
  `${latitude.toFixed(6)}, ${longitude.toFixed(6)}`

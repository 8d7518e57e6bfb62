/**
 * Where the phone is, watched for as long as the screens of a deal are open, so that nobody waits for it at the end. What
 * is recorded is the best fix that was heard, with its accuracy and age, or the reason why there is none.
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
  /** The best since the watch began; undefined until there is one. */
  readonly fix?: Fix
  /** What the phone said last instead of a fix; undefined while it looks. */
  readonly gap?: LocationGap
  /** The runner asked for a new fix, and none has come yet. */
  readonly isRenewing?: boolean
}

export const locationState = createValueStore<LocationState>({})

/** A runner may have walked on since a fix: for every second it is counted as this much less exact. */
const WALKING_M_PER_S = 1.5

/** Older than this a fix says nothing about a deal. */
const OLDEST_FIX_MS = 30 * 60_000

let screens = 0
let watch: number | undefined

/** @returns how to stop; the watch goes on while another screen of the deal takes over */
export function watchLocation(): () => void {
  screens += 1
  start()
  return () => {
    screens -= 1
    setTimeout(() => screens === 0 && stop())
  }
}

/** Asks anew; what is known counts until the answer is there. */
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
  // Some phones count time from elsewhere; older than it was asked for no fix is, and none comes from tomorrow.
  const takenAt = Math.min(now, Math.max(timestamp, now - LOCATION_OPTIONS.maximumAge))
  const next = { latitude, longitude, accuracyM, takenAt }
  const { fix, isRenewing } = locationState.get()
  locationState.set({ fix: fix && !isRenewing ? betterFix(fix, next) : next })
}

const gaps: Readonly<Record<number, LocationGap>> = { 1: 'denied', 2: 'unavailable', 3: 'timeout' }

/** Switched off in the middle of a visit: what was heard before still counts, with its age. */
function handleFailure({ code }: GeolocationPositionError): void {
  const { fix } = locationState.get()
  locationState.set({ ...(fix && { fix }), gap: gaps[code] ?? 'unavailable' })
  // After a no the browser never speaks again of its own accord; after the others it goes on looking.
  if (code === 1) clear()
}

/** The one whose circle, grown by the way a runner can have walked since, is the smaller: at whatever time one asks. */
export function betterFix(one: Fix, other: Fix): Fix {
  const lostBy = (fix: Fix) => fix.accuracyM - (fix.takenAt / 1000) * WALKING_M_PER_S
  return lostBy(other) <= lostBy(one) ? other : one
}

/** What a deal completed at `now` records. @param words of the place, where it is known */
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

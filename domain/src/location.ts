/** The location of a deal: coordinates and address, or the reason why there is none. */
import * as v from 'valibot'

const measure = v.pipe(v.number(), v.finite(), v.minValue(0), v.maxValue(1e9))

/**
 * Why a deal has no location: the runner or the phone denied it, the phone could not find it, there was no answer in
 * time, or the phone has no receiver.
 */
export const LOCATION_GAPS = ['denied', 'unavailable', 'timeout', 'unsupported'] as const
export type LocationGap = (typeof LOCATION_GAPS)[number]

export const locationSchema = v.object({
  latitude: v.pipe(v.number(), v.minValue(-90), v.maxValue(90)),
  longitude: v.pipe(v.number(), v.minValue(-180), v.maxValue(180)),
  address: v.pipe(v.string(), v.maxLength(2_000)),
  /** Radius in metres that contains the phone with 95 % certainty. */
  accuracy_m: v.optional(measure),
  /** Seconds between the fix and the completion of the deal. */
  age_s: v.optional(measure),
  /** Only with {@link LOCATION_NOT_AVAILABLE}. */
  reason: v.optional(v.picklist(LOCATION_GAPS)),
})
export type Location = v.InferOutput<typeof locationSchema>

/** The location of a deal when the phone did not report one. */
export const LOCATION_NOT_AVAILABLE: Location = {
  latitude: 0,
  longitude: 0,
  address: 'Location not available',
}

/** The options of the browser's geolocation; times in ms. */
export const LOCATION_OPTIONS = {
  enableHighAccuracy: true,
  timeout: 10_000,
  maximumAge: 60_000,
} as const

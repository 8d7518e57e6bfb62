import type { Log } from '../log.ts'
import { nominatimGeocoder } from './nominatim.ts'
import { offlineGeocoder } from './offline-geocoder.ts'

/** Degrees; north and east are positive. */
export type Point = { readonly latitude: number; readonly longitude: number }

export type Place = {
  /** The address in words, as a person would say it. */
  readonly displayName: string
  /** Whose data it is. */
  readonly licence?: string
}

export type Geocoder = {
  /** The place at a point; undefined where there is none, such as at sea. Never throws because of the network. */
  reverse(point: Point): Promise<Place | undefined>
}

/** The configured service, and the built-in list of places for when it does not answer or when there is none. */
export function createGeocoder(url: string | undefined, log: Log): Geocoder {
  if (!url) return offlineGeocoder
  const service = nominatimGeocoder(url)
  return {
    async reverse(point) {
      try {
        return await service.reverse(point)
      } catch (error) {
        log.error('The geocoder did not answer; the built-in places are used', error)
        return offlineGeocoder.reverse(point)
      }
    },
  }
}

import type { Log } from '../log.ts'
import type { Geocoder } from './geocoder.ts'
import { nominatimGeocoder } from './nominatim.ts'
import { offlineGeocoder } from './offline-geocoder.ts'

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

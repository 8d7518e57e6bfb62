import * as v from 'valibot'
import { callService } from '../call-service.ts'
import type { Log } from '../log.ts'
import type { Geocoder, Place, Point } from './geocoder.ts'
import { offlineGeocoder } from './offline-geocoder.ts'

/** The configured service. The built-in list of places is used without a service, and when the service fails. */
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

const replySchema = v.union([
  v.object({ display_name: v.string(), licence: v.optional(v.string()) }),
  // Nominatim answers status 200 with this when the point has no address.
  v.object({ error: v.string() }),
])

/**
 * A service with Nominatim's `/reverse`. Its `reverse` throws on a timeout and on an unexpected answer.
 * @param baseUrl with or without `/reverse` at its end; its query, such as an API key, is preserved
 */
export function nominatimGeocoder(baseUrl: string, timeoutMs = 3_000) {
  return {
    async reverse(point: Point): Promise<Place | undefined> {
      const { status, text } = await callService(reverseUrl(baseUrl, point), {
        headers: { accept: 'application/json', 'accept-language': 'en', 'user-agent': USER_AGENT },
        timeoutMs,
      })
      if (status < 200 || status >= 300) throw new Error(`The geocoder answered ${status}`)
      const reply = v.parse(replySchema, JSON.parse(text))
      if ('error' in reply) return undefined
      return { displayName: reply.display_name, ...(reply.licence && { licence: reply.licence }) }
    },
  }
}

/** The usage policy of the public service requires that every caller identifies itself. */
const USER_AGENT = 'veni-server'

function reverseUrl(baseUrl: string, { latitude, longitude }: Point): URL {
  const url = new URL(baseUrl)
  if (!url.pathname.endsWith('/reverse')) url.pathname = url.pathname.replace(/\/*$/, '/reverse')
  url.searchParams.set('format', 'jsonv2')
  url.searchParams.set('lat', String(latitude))
  url.searchParams.set('lon', String(longitude))
  return url
}

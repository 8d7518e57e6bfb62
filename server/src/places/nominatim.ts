import * as v from 'valibot'
import type { Place, Point } from './geocoder.ts'

const replySchema = v.union([
  v.object({ display_name: v.string(), licence: v.optional(v.string()) }),
  // How Nominatim says "nothing there", with status 200.
  v.object({ error: v.string() }),
])

/**
 * A service that speaks Nominatim's `/reverse`. Throws when it does not answer in time or not as expected.
 * @param baseUrl with or without `/reverse` at its end; its own query (an API key) is kept
 */
export function nominatimGeocoder(baseUrl: string, timeoutMs = 3_000) {
  return {
    async reverse(point: Point): Promise<Place | undefined> {
      const response = await fetch(reverseUrl(baseUrl, point), {
        headers: { accept: 'application/json', 'accept-language': 'en', 'user-agent': USER_AGENT },
        signal: AbortSignal.timeout(timeoutMs),
      })
      if (!response.ok) throw new Error(`The geocoder answered ${response.status}`)
      const reply = v.parse(replySchema, await response.json())
      if ('error' in reply) return undefined
      return { displayName: reply.display_name, ...(reply.licence && { licence: reply.licence }) }
    },
  }
}

/** The usage policy of the public service asks every caller to name himself. */
const USER_AGENT = 'veni-server'

function reverseUrl(baseUrl: string, { latitude, longitude }: Point): URL {
  const url = new URL(baseUrl)
  if (!url.pathname.endsWith('/reverse')) url.pathname = url.pathname.replace(/\/*$/, '/reverse')
  url.searchParams.set('format', 'jsonv2')
  url.searchParams.set('lat', String(latitude))
  url.searchParams.set('lon', String(longitude))
  return url
}

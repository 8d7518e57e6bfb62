import { placesApi, reversePlaceReplySchema } from '@veni/domain/api/places'
import { appConfig } from '../app-config.ts'
import { reportProblem } from '../lib/report.ts'
import { callApi, callThirdParty } from './client.ts'
import { ApiFailure } from './failure.ts'

const TIMEOUT_MS = 10_000

/**
 * The address of a point in words, from the configured geocoder or our server.
 * @returns undefined without an answer or a name; the coordinates then replace the address. Never rejects
 */
export async function reversePlace(
  latitude: number,
  longitude: number,
): Promise<string | undefined> {
  // Plain decimals: `String` writes a point near the equator as 1e-7.
  const query = { lat: latitude.toFixed(6), lon: longitude.toFixed(6) }
  const options = { accepts: reversePlaceReplySchema, timeoutMs: TIMEOUT_MS }
  const { geocoderUrl } = appConfig()
  try {
    const reply = geocoderUrl
      ? await callThirdParty(withQuery(geocoderUrl, { ...query, format: 'jsonv2' }), options)
      : await callApi(placesApi.reversePlace, { ...options, query })
    return reply.display_name || undefined
  } catch (error) {
    if (!(error instanceof ApiFailure)) reportProblem('Place not named', error)
    return undefined
  }
}

function withQuery(base: string, query: Readonly<Record<string, string>>): string {
  const url = new URL(base, window.location.href)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}

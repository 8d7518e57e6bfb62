import { api } from '@veni/domain/api'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { serveWithoutTurn } from '../http/endpoint.ts'

export function registerPlaces(app: FastifyInstance, deps: Deps): void {
  serveWithoutTurn(app, deps, api.reversePlace, async ({ query }) => {
    const place = await deps.geocoder.reverse({ latitude: query.lat, longitude: query.lon })
    // The app shows coordinates instead of an empty name. A 404 would mean that there is no such call
    //
    return {
      display_name: place?.displayName ?? '',
      ...(place?.licence && { licence: place.licence }),
    }
  })
}

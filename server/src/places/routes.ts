import { api } from '@veni/domain/api'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { serve } from '../http/endpoint.ts'

export function registerPlaces(app: FastifyInstance, deps: Deps): void {
  serve(app, deps, api.reversePlace, async ({ query }) => {
    const place = await deps.geocoder.reverse({ latitude: query.lat, longitude: query.lon })
    // Without a name the app shows the coordinates; a 404 would say that there is no such call (ruling 2).
    return {
      display_name: place?.displayName ?? '',
      ...(place?.licence && { licence: place.licence }),
    }
  })
}

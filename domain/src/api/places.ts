/** The call that finds a place name for coordinates. */
import * as v from 'valibot'
import { defineEndpoint } from './endpoint.ts'
import { coordinate } from './fields.ts'

export const reversePlaceReplySchema = v.looseObject({ display_name: v.string() })

export const placesApi = {
  reversePlace: defineEndpoint({
    method: 'GET',
    path: '/api/places/reverse',
    summary: 'Find the place name for coordinates',
    part: 'extension',
    access: 'runner',
    query: v.object({ lat: coordinate(90), lon: coordinate(180) }),
    reply: reversePlaceReplySchema,
  }),
} as const

import type { Geocoder, Place, Point } from './geocoder.ts'
import indiaPlaces from './india-places.json' with { type: 'json' }

/**
 * Finds the nearest of about 7,000 Indian places without network. It is right about the district, not about the street.
 */
export const offlineGeocoder: Geocoder = {
  reverse: (point) => Promise.resolve(nearestPlace(point)),
}

/** [name, latitude and longitude in ten-thousandths of a degree, index of the region]. Places abroad have no name. */
type PlaceRow = readonly [name: string, latitude: number, longitude: number, region: number]

const regions: readonly string[] = indiaPlaces.regions
const places = indiaPlaces.places as unknown as readonly PlaceRow[]

/** A point farther from every place is at sea or abroad; the emptiest parts of India are nearer. */
const FARTHEST_KM = 40
const KM_PER_DEGREE = 111.2

function nearestPlace(point: Point): Place | undefined {
  const nearest = { place: undefined as PlaceRow | undefined, squaredKm: FARTHEST_KM ** 2 }
  // A flat map is exact enough over 40 km, and squares can be compared without a root.
  const kmPerDegreeEast = KM_PER_DEGREE * Math.cos((point.latitude * Math.PI) / 180)
  for (const place of places) {
    const north = (place[1] / 1e4 - point.latitude) * KM_PER_DEGREE
    const east = (place[2] / 1e4 - point.longitude) * kmPerDegreeEast
    const squaredKm = north * north + east * east
    if (squaredKm < nearest.squaredKm) Object.assign(nearest, { place, squaredKm })
  }
  const [name, , , region] = nearest.place ?? []
  if (!name || region === undefined) return undefined
  // When town and district have the same name, it is written once.
  const names = new Set([name, ...(regions[region] ?? '').split(', '), 'India'])
  return { displayName: `near ${[...names].join(', ')}`, licence: LICENCE }
}

const LICENCE = 'Place names: GeoNames (geonames.org), CC BY 4.0'

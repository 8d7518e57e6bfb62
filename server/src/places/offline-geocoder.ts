import type { Geocoder, Place, Point } from './geocoder.ts'
import indiaPlaces from './india-places.json' with { type: 'json' }

/** The nearest of some 7,000 Indian places: right about the district, not about the street. Needs no network. */
export const offlineGeocoder: Geocoder = {
  reverse: (point) => Promise.resolve(nearestPlace(point)),
}

/** [name, latitude and longitude in ten-thousandths of a degree, index of its region]; places abroad have no name. */
type PlaceRow = readonly [name: string, latitude: number, longitude: number, region: number]

const regions: readonly string[] = indiaPlaces.regions
const places = indiaPlaces.places as unknown as readonly PlaceRow[]

/** Farther from any place than this is the sea or abroad; the emptiest parts of India are nearer. */
const FARTHEST_KM = 40
const KM_PER_DEGREE = 111.2

function nearestPlace(point: Point): Place | undefined {
  const nearest = { place: undefined as PlaceRow | undefined, squaredKm: FARTHEST_KM ** 2 }
  // A flat map is exact enough over 40 km, and comparing squares needs no root.
  const kmPerDegreeEast = KM_PER_DEGREE * Math.cos((point.latitude * Math.PI) / 180)
  for (const place of places) {
    const north = (place[1] / 1e4 - point.latitude) * KM_PER_DEGREE
    const east = (place[2] / 1e4 - point.longitude) * kmPerDegreeEast
    const squaredKm = north * north + east * east
    if (squaredKm < nearest.squaredKm) Object.assign(nearest, { place, squaredKm })
  }
  const [name, , , region] = nearest.place ?? []
  if (!name || region === undefined) return undefined
  // A town that gives its district the name is named once.
  const names = new Set([name, ...(regions[region] ?? '').split(', '), 'India'])
  return { displayName: `near ${[...names].join(', ')}`, licence: LICENCE }
}

const LICENCE = 'Place names: GeoNames (geonames.org), CC BY 4.0'

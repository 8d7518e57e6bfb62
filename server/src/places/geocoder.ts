/** Degrees; north and east are positive. */
export type Point = { readonly latitude: number; readonly longitude: number }

export type Place = {
  /** The address in words. */
  readonly displayName: string
  /** The credit that the data requires. */
  readonly licence?: string
}

export type Geocoder = {
  /** Returns undefined for a point without a place, such as at sea. Never throws because of the network. */
  reverse(point: Point): Promise<Place | undefined>
}

/** Degrees; north and east are positive. */
export type Point = { readonly latitude: number; readonly longitude: number }

export type Place = {
  /** The address in words, as a person would say it. */
  readonly displayName: string
  /** Whose data it is. */
  readonly licence?: string
}

export type Geocoder = {
  /** The place at a point; undefined where there is none, such as at sea. Never throws because of the network. */
  reverse(point: Point): Promise<Place | undefined>
}

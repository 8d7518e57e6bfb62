import type { Location } from '@veni/domain/location'
import { useEffect, useEffectEvent, useState } from 'react'
import { reversePlace } from '../../api/places.ts'
import { useValue } from '../../lib/use-value.ts'
import { locationOf, renewLocation, watchLocation, locationState } from './location-watch.ts'

/** Watches the location while a screen of a deal is open. Without a visit the phone is not asked. */
export function useLocationWatch(isVisiting = true): void {
  useEffect(() => (isVisiting ? watchLocation() : undefined), [isVisiting])
}

export interface LocationCapture {
  readonly isLocating: boolean
  /** The location so far. */
  readonly location: Location
  /** The location that a deal completed at this moment records. */
  readonly take: () => Location
  readonly renew: () => void
}

/** The location of the deal so far; the deal does not wait for it (ruling 21). */
export function useLocationCapture(): LocationCapture {
  useLocationWatch()
  const here = useValue(locationState)
  const words = usePlaceName(here.fix)
  const isLocating = here.isRenewing ?? (!here.fix && !here.gap)
  return {
    isLocating,
    location: locationOf(here, here.fix?.takenAt ?? 0, words),
    take: () => locationOf(here, Date.now(), words),
    renew: renewLocation,
  }
}

/** About a hundred metres: a more accurate fix of the same spot needs no second geocoding call. */
const SPOT_DIGITS = 3

interface Place {
  readonly latitude: number
  readonly longitude: number
}

/** The place name, after the geocoder has answered; until then the coordinates are shown. */
function usePlaceName(at: Place | undefined): string | undefined {
  const [named, setNamed] = useState<{ readonly spot: string; readonly words?: string }>()
  const spot = at && `${at.latitude.toFixed(SPOT_DIGITS)}, ${at.longitude.toFixed(SPOT_DIGITS)}`
  const ask = useEffectEvent(async () => at && reversePlace(at.latitude, at.longitude))
  useEffect(() => {
    if (!spot) return undefined
    let isWanted = true
    void ask().then((words) => isWanted && words && setNamed({ spot, words }))
    return () => {
      isWanted = false
    }
  }, [spot])
  return named?.spot === spot ? named?.words : undefined
}

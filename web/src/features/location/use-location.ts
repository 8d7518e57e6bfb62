import type { Location } from '@veni/domain/location'
import { useEffect, useEffectEvent, useState } from 'react'
import { reversePlace } from '../../api/places.ts'
import { useValue } from '../../lib/use-value.ts'
import { locationOf, renewLocation, watchLocation, locationState } from './location-watch.ts'

/** The phone is watched while a screen of a deal is open; before there is a visit nobody asks where it is. */
export function useLocationWatch(isVisiting = true): void {
  useEffect(() => (isVisiting ? watchLocation() : undefined), [isVisiting])
}

export interface LocationCapture {
  readonly isLocating: boolean
  /** What is known so far. */
  readonly location: Location
  /** What a deal records that is completed at this moment. */
  readonly take: () => Location
  readonly renew: () => void
}

/** The place of the deal, as it is known so far; nobody waits for it (ruling 21). */
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

/** About a hundred metres: a fix that only grew more exact is not asked about again. */
const SPOT_DIGITS = 3

interface Place {
  readonly latitude: number
  readonly longitude: number
}

/** The words of a place, when (and if) they come; until then its coordinates stand for them. */
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

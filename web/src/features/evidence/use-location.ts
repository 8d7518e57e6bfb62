import { LOCATION_NOT_AVAILABLE, type Location } from '@veni/domain/settlement'
import { LOCATION_OPTIONS } from '@veni/domain/timings'
import { useCallback, useEffect, useRef, useState } from 'react'
import { reversePlace } from '../../api/places.ts'

interface LocationState {
  readonly isLocating: boolean
  /** What the deal records if it were completed now. */
  readonly location: Location
}

export interface LocationCapture extends LocationState {
  readonly capture: () => void
}

const LOCATING: LocationState = { isLocating: true, location: LOCATION_NOT_AVAILABLE }
const NOT_AVAILABLE: LocationState = { isLocating: false, location: LOCATION_NOT_AVAILABLE }

/** Starts when the screen opens and never makes anybody wait (ruling 21). */
export function useLocationCapture(): LocationCapture {
  const [state, setState] = useState(LOCATING)
  const turn = useRef(0)

  const start = useCallback(() => {
    const mine = ++turn.current
    void locate((next) => {
      if (mine === turn.current) setState(next)
    })
  }, [])

  useEffect(() => {
    start()
    return () => {
      turn.current += 1
    }
  }, [start])

  function capture() {
    setState(LOCATING)
    start()
  }

  return { ...state, capture }
}

async function locate(show: (state: LocationState) => void): Promise<void> {
  const position = await currentPosition()
  if (!position) return show(NOT_AVAILABLE)
  const { latitude, longitude } = position.coords
  const coordinates = `${latitude.toFixed(6)}, ${longitude.toFixed(6)}`
  // The coordinates count at once; the words replace them when (and if) they come.
  show({ isLocating: false, location: { latitude, longitude, address: coordinates } })
  const address = await reversePlace(latitude, longitude)
  if (address) show({ isLocating: false, location: { latitude, longitude, address } })
}

function currentPosition(): Promise<GeolocationPosition | undefined> {
  return new Promise((resolve) => {
    if (!('geolocation' in navigator)) return resolve(undefined)
    navigator.geolocation.getCurrentPosition(resolve, () => resolve(undefined), LOCATION_OPTIONS)
  })
}

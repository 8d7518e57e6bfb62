import { useEffect, useRef, type RefObject } from 'react'

/** @returns a ref, because its reader started before the screen was left */
export function useIsShown(): RefObject<boolean> {
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return isShown
}

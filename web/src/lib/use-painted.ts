import { startTransition, useEffect, useState } from 'react'
import { painted } from './after-paint.ts'

/**
 * The value, passed on in a transition that starts after the next paint, or after half a second without a paint.
 * `useDeferredValue` starts before that paint and would delay it.
 */
export function usePainted<T>(value: T): T {
  const [shown, setShown] = useState(() => value)
  useEffect(() => {
    if (Object.is(value, shown)) return undefined
    let isWanted = true
    void painted().then(() => {
      if (isWanted) startTransition(() => setShown(() => value))
    })
    return () => {
      isWanted = false
    }
  }, [value, shown])
  return shown
}

import { startTransition, useEffect, useState } from 'react'
import { painted } from './after-paint.ts'

/**
 * The value in a transition that begins once the browser has painted what was tapped or typed, or after half a second
 * where it paints nothing. `useDeferredValue` gives way to more urgent work, but begins before that frame and so holds
 * it up.
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

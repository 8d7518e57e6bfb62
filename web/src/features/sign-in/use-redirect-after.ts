import { useEffect, useEffectEvent } from 'react'

/** Moves on by itself after a while, unless the runner has left before. */
export function useRedirectAfter(delayMs: number, redirect: () => void): void {
  const go = useEffectEvent(redirect)
  useEffect(() => {
    const timer = setTimeout(() => go(), delayMs)
    return () => clearTimeout(timer)
  }, [delayMs])
}

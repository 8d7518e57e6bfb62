import { useEffect, useState, type RefObject } from 'react'

/** Half a window ahead: a browser that loads lazily by itself begins screens ahead, and most so on a slow network. */
const AHEAD = '50%'

const waiting = new Map<Element, () => void>()
let observer: IntersectionObserver | undefined

function onMove(entries: readonly IntersectionObserverEntry[]): void {
  for (const { isIntersecting, target } of entries) if (isIntersecting) waiting.get(target)?.()
}

/** Whether an element is or has been near the window, and what it shows is worth fetching. */
export function useNearWindow(element: RefObject<Element | null>): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const one = element.current
    if (isNear || !one) return undefined
    waiting.set(one, () => setNear(true))
    observer ??= new IntersectionObserver(onMove, { root: document, rootMargin: AHEAD })
    observer.observe(one)
    return () => {
      waiting.delete(one)
      observer?.unobserve(one)
    }
  }, [element, isNear])
  return isNear
}

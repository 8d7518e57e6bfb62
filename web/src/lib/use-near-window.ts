import { useEffect, useState, type RefObject } from 'react'

/** Half a window ahead. `loading="lazy"` alone starts several windows ahead, most of all on a slow network. */
const AHEAD = '50%'

const waiting = new Map<Element, () => void>()
let observer: IntersectionObserver | undefined

function onMove(entries: readonly IntersectionObserverEntry[]): void {
  for (const { isIntersecting, target } of entries) if (isIntersecting) waiting.get(target)?.()
}

/** Whether an element is or was near the window, so that its content should be fetched. */
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

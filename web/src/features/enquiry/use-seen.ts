import { useEffect, useState, type RefObject } from 'react'

/** So much of it must be on the screen: a strip under the buttons at the bottom is not looked at. */
const VISIBLE_SHARE = 0.5

/** Whether the runner has had an element before his eyes, now or earlier. */
export function useSeen(element: RefObject<Element | null>): boolean {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (!element.current) return undefined
    const observer = new IntersectionObserver(
      ([newest]) => setSeen((seen) => seen || (newest?.intersectionRatio ?? 0) >= VISIBLE_SHARE),
      { threshold: VISIBLE_SHARE },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return isSeen
}

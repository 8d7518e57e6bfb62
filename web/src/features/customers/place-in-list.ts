import { useEffect, useLayoutEffect, useRef } from 'react'
import { owner } from '../../state/session.ts'

interface PlaceInList {
  readonly owner: string
  readonly query: string
  readonly scrollY: number
}

let left: PlaceInList | undefined

/** Where this runner left his list; its top when he did not, or after a reload. */
export function placeLeft(): Pick<PlaceInList, 'query' | 'scrollY'> {
  return left?.owner === owner() ? left : { query: '', scrollY: 0 }
}

/** Goes back to the place that was left, and keeps it for the next time: a runner comes back from each customer. */
export function usePlaceInList(query: string): void {
  const latest = useRef(query)
  useEffect(() => {
    latest.current = query
  })
  useLayoutEffect(() => {
    const { scrollY } = placeLeft()
    if (scrollY > 0) window.scrollTo(0, scrollY)
    return () => {
      left = { owner: owner(), query: latest.current, scrollY: window.scrollY }
    }
  }, [])
}

import { useEffect, useLayoutEffect, useRef } from 'react'
import { owner } from '../../state/session.ts'

interface PlaceInList {
  readonly owner: string
  readonly query: string
  readonly scrollY: number
  /** Where the runner went from it: that of the card he opened. */
  readonly href: string
}

let left: PlaceInList | undefined

/** Where this runner left his list; its top when he did not, or after a reload. */
export function placeLeft(): Omit<PlaceInList, 'owner'> {
  return left?.owner === owner() ? left : { query: '', scrollY: 0, href: '' }
}

/**
 * Goes back to the place that was left, with the focus on the link that was followed, and keeps it for the next time: a
 * runner comes back from each customer.
 */
export function usePlaceInList(query: string): void {
  const latest = useRef(query)
  useEffect(() => {
    latest.current = query
  })
  useLayoutEffect(() => {
    const { scrollY, href } = placeLeft()
    if (scrollY > 0) window.scrollTo(0, scrollY)
    linkTo(href)?.focus({ preventScroll: true })
    return () => {
      const { scrollY, location } = window
      left = { owner: owner(), query: latest.current, scrollY, href: location.pathname }
    }
  }, [])
}

const linkTo = (href: string) =>
  [...document.links].find((link) => link.getAttribute('href') === href)

import { useEffect, useLayoutEffect, useRef } from 'react'
import { owner } from '../../../state/session.ts'

interface PlaceInList {
  readonly owner: string
  readonly query: string
  readonly scrollY: number
  /** The address of the card that the runner opened. */
  readonly href: string
}

let left: PlaceInList | undefined

/** Where the runner left the list. Without that, or after a reload: its top. */
export function placeLeft(): Omit<PlaceInList, 'owner'> {
  return left?.owner === owner() ? left : { query: '', scrollY: 0, href: '' }
}

/**
 * Scrolls to the position where the runner left the list and focuses the opened link. Notes both again when the list
 * closes.
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

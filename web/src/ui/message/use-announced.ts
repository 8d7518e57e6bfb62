import { type RefObject, useEffect, useRef } from 'react'

import { announce } from './announcer.ts'

/**
 * For a text that comes to the page together with its element: many screen readers say nothing of a live region that
 * was not there before. Says the text of the element when it comes, and again when it has changed.
 */
export function useAnnounced<TElement extends HTMLElement>(): RefObject<TElement | null> {
  const element = useRef<TElement>(null)
  const said = useRef('')
  useEffect(() => {
    const text = element.current?.innerText ?? ''
    if (text !== '' && text !== said.current) announce(text)
    said.current = text
  })
  return element
}

import { type RefObject, useEffect, useRef } from 'react'

import { liveRegion } from './announcer.ts'

/** A screen reader takes a sentence up when it comes; left standing, it would be found again at the end of the page. */
const TAKEN_UP_MS = 1_000

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

function announce(sentence: string): void {
  const spoken = document.createElement('p')
  spoken.textContent = sentence
  liveRegion()?.append(spoken)
  setTimeout(() => spoken.remove(), TAKEN_UP_MS)
}

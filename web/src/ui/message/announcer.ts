import { type RefObject, useEffect, useRef } from 'react'

const regions = new WeakMap<Element, HTMLElement>()
let region: HTMLElement | undefined

/**
 * Attaches the live region of the app to an element. The region must exist before anything is announced.
 * It is in a closed shadow root: screen readers read it, and no sentence is on the page twice.
 */
export function attachLiveRegion(host: HTMLElement | null): void {
  if (!host) return
  region = regions.get(host) ?? document.createElement('div')
  if (regions.has(host)) return
  regions.set(host, region)
  // An attribute, not the property: Firefox supports the property only since version 119.
  region.setAttribute('aria-live', 'polite')
  host.attachShadow({ mode: 'closed' }).append(region)
}

/** The region into which `announce` writes. */
export const liveRegion = (): HTMLElement | undefined => region

/** A screen reader reads a sentence when it appears. Afterwards it would be found again at the end of the page. */
const REMOVE_AFTER_MS = 1_000

/** Announces a sentence once, after the screen reader has finished its current sentence. */
export function announce(sentence: string): void {
  const paragraph = document.createElement('p')
  paragraph.textContent = sentence
  liveRegion()?.append(paragraph)
  setTimeout(() => paragraph.remove(), REMOVE_AFTER_MS)
}

/**
 * Announces the text of an element when the element appears, and again when the text has changed.
 * Many screen readers ignore a live region that appears together with its text.
 */
export function useAnnounced<TElement extends HTMLElement>(): RefObject<TElement | null> {
  const element = useRef<TElement>(null)
  const announced = useRef('')
  useEffect(() => {
    const text = element.current?.innerText ?? ''
    if (text !== '' && text !== announced.current) announce(text)
    announced.current = text
  })
  return element
}

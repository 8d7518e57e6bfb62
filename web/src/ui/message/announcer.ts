const regions = new WeakMap<Element, HTMLElement>()
let region: HTMLElement | undefined

/**
 * Makes an element the live region of the app, which has to stand before it speaks. What it says is in a closed shadow,
 * where only screen readers find it: on the page no sentence stands twice.
 */
export function standReady(host: HTMLElement | null): void {
  if (!host) return
  region = regions.get(host) ?? document.createElement('div')
  if (regions.has(host)) return
  regions.set(host, region)
  // Not as a property: Firefox has known that only since 119.
  region.setAttribute('aria-live', 'polite')
  host.attachShadow({ mode: 'closed' }).append(region)
}

/** Where `announce` speaks. */
export const liveRegion = (): HTMLElement | undefined => region

/** A screen reader takes a sentence up when it comes; left standing, it would be found again at the end of the page. */
const TAKEN_UP_MS = 1_000

/** Says a sentence once, when what is being said is said. */
export function announce(sentence: string): void {
  const spoken = document.createElement('p')
  spoken.textContent = sentence
  liveRegion()?.append(spoken)
  setTimeout(() => spoken.remove(), TAKEN_UP_MS)
}

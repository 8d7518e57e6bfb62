/**
 * Draws the first cards of the last list while the scripts of the app are fetched and read. The app replaces them. The
 * page fetches this script first, and only when a list with the styles of this release is stored (build/first-paint.ts).
 * So it imports no other module.
 */
import type { EarlyList, EarlyPart } from './store-early-list.ts'

const HTML = 'http://www.w3.org/1999/xhtml'
const SVG = 'http://www.w3.org/2000/svg'

/** @returns undefined when it cannot be read, or when this phone must not show it now */
function readList(): EarlyList | undefined {
  let list: EarlyList
  try {
    list = JSON.parse(localStorage.getItem('earlyList') ?? '') as EarlyList
  } catch {
    return undefined
  }
  // As `isHidden` and PHONE_KEY of state/session.ts, and the key of i18n/language.ts.
  const isHidden = Date.now() >= Number(localStorage.getItem('hideAt') ?? Infinity)
  const isOwn = list.phone === localStorage.getItem('loggedInPhone')
  const isInLanguage = list.language === (localStorage.getItem('language') ?? 'en')
  return isOwn && isInLanguage && !isHidden ? list : undefined
}

function build(part: EarlyPart, namespace: string): Element | string {
  if (typeof part === 'string') return part
  const [name, attributes, ...content] = part
  const own = name === 'svg' ? SVG : namespace
  const element = document.createElementNS(own, name) as HTMLElement | SVGElement
  for (const [key, value] of Object.entries(attributes))
    // The content policy refuses styles as attributes.
    if (key === 'style') element.style.cssText = value
    else element.setAttribute(key, value)
  element.append(...content.map((child) => build(child, own)))
  return element
}

function draw({ page, at, language }: EarlyList): void {
  // Of the page itself. A slow style sheet comes after the app has drawn: its own logo is no picture.
  const splash = document.querySelector('#root > .splash > img')?.parentElement
  if (!splash) return
  document.documentElement.lang = language
  splash.replaceWith(build(page, HTML))
  const drawn = document.querySelector('#root > *')
  drawn?.setAttribute('inert', '')
  // The app knows how a time or a follow-up of another day is called today.
  if (new Date(at).toDateString() === new Date().toDateString()) return
  for (const one of drawn?.querySelectorAll<HTMLElement>('[data-day]') ?? [])
    one.style.visibility = 'hidden'
}

/**
 * The app takes a style sheet in the page for one that is loaded. So it is added when the browser has fetched it, and
 * after the other styles.
 */
function addStyles(list: EarlyList, { href }: HTMLLinkElement): void {
  const link = document.createElement('link')
  Object.assign(link, { rel: 'stylesheet', crossOrigin: '', href })
  link.addEventListener('load', () => draw(list))
  link.addEventListener('error', () => link.remove())
  document.head.append(link)
}

function whenParsed(act: () => void): void {
  if (document.readyState !== 'loading') act()
  else document.addEventListener('DOMContentLoaded', act)
}

const list = readList()
/** The page has begun to fetch it, and marks it when it is there. */
const styles = document.querySelector<HTMLLinkElement>('link[data-early]')
if (list && styles) {
  const add = () => whenParsed(() => addStyles(list, styles))
  if (styles.dataset.early === 'there') add()
  else styles.addEventListener('load', add)
}

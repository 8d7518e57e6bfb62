/**
 * Draws the first cards of the last list while the scripts of the app are fetched and read. The app replaces them. The
 * page runs this script before all others, and only when this release has stored a list (build/first-paint.ts). So it
 * imports no other module.
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
  // As `isHidden` and PHONE_KEY of state/session.ts.
  const isHidden = Date.now() >= Number(localStorage.getItem('hideAt') ?? Infinity)
  return isHidden || list.phone !== localStorage.getItem('loggedInPhone') ? undefined : list
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

function draw({ page, at }: EarlyList): void {
  // The app may have drawn already.
  const splash = document.querySelector('#root > .splash')
  if (!splash) return
  splash.replaceWith(build(page, HTML))
  const drawn = document.querySelector('#root > *')
  drawn?.setAttribute('inert', '')
  // A time of another day is shown by the app, with its date.
  const isToday = new Date(at).toDateString() === new Date().toDateString()
  const age = drawn?.querySelector<HTMLElement>('[data-age]')
  if (age && !isToday) age.style.visibility = 'hidden'
}

/** Without its styles, which the page has begun to fetch, nothing is drawn. */
function drawStyled(list: EarlyList): void {
  const link = document.querySelector<HTMLLinkElement>(
    `link[rel=stylesheet][href="${list.styles}"]`,
  )
  if (link?.sheet) drawParsed(list)
  else link?.addEventListener('load', () => drawParsed(list))
}

function drawParsed(list: EarlyList): void {
  if (document.readyState !== 'loading') draw(list)
  else document.addEventListener('DOMContentLoaded', () => draw(list))
}

const list = readList()
if (list) drawStyled(list)

/**
 * The early list: what the screen of the last list showed first, as the next start draws it before any script of the app
 * (draw-early-list.ts, docs/decisions/0054-draw-the-last-list-first.md).
 */
import { CUSTOMER_LIST_ID } from '../../../components/frame/app-navigation.tsx'
import { writeStored } from '../../../lib/stored-text.ts'
import { EARLY_LIST_KEY, PHONE_KEY } from '../../../state/session.ts'

/** A text, or an element with its attributes and its content. */
export type EarlyPart =
  | string
  | readonly [name: string, attributes: Attributes, ...content: EarlyPart[]]
type Attributes = Readonly<Record<string, string>>

export interface EarlyList {
  /** Of the runner, as it was stored at the sign-in. */
  readonly phone: string
  readonly language: string
  /** When the server gave the list, ms since 1970. */
  readonly at: number
  /** The style sheet that it needs. Its name changes with its content: another one does not draw it. */
  readonly styles: string
  readonly page: EarlyPart
}

/** As many as the list draws at once (sections/customer-sections.tsx), so that none of them goes away again. */
const CARDS = 5

/** What is on the screen. */
export interface ShownList {
  /** Of the runner whose list it is. */
  readonly phone: string
  readonly at: number
  /** Of all customers. */
  readonly count: number
}

/**
 * Stores the list that is on the screen, unless a search or its place in a long list hides the first cards.
 * @returns false when it is not drawn yet
 */
export function storeEarlyList({ phone, at, count }: ShownList): boolean {
  const page = document.querySelector('#root main')?.parentElement
  const list = page?.querySelector(`#${CUSTOMER_LIST_ID}`)
  // Another tab may have signed the runner out a moment ago.
  if (!page || !list || localStorage.getItem(PHONE_KEY)?.trim() !== phone) return true
  if (count === 0) localStorage.removeItem(EARLY_LIST_KEY)
  const wanted = Math.min(CARDS, count)
  const items = [...list.querySelectorAll('li')].slice(0, wanted)
  const isHidden =
    items.some((item) => item.hasAttribute('aria-hidden')) || list.querySelector('input')?.value
  if (isHidden || count === 0) return true
  if (items.length < wanted) return false
  const early: EarlyList = {
    phone: localStorage.getItem(PHONE_KEY) ?? '',
    language: document.documentElement.lang,
    at,
    styles: styleSheet(),
    page: toPart(withoutRest(page)),
  }
  writeStored(localStorage, EARLY_LIST_KEY, early)
  return true
}

/** Of the first screen with a session: the page itself has the other styles (build/first-paint.ts). */
function styleSheet(): string {
  const link = document.querySelector<HTMLLinkElement>('[rel=stylesheet][href*="/assets/home-"]')
  return link ? new URL(link.href).pathname : ''
}

/** @returns a copy with the first cards, and without what was true at that moment only */
function withoutRest(page: Element): Element {
  const copy = page.cloneNode(true) as Element
  const list = copy.querySelector(`#${CUSTOMER_LIST_ID}`)
  if (list) cutList(list)
  // Its place stays, so that nothing moves when the app draws it.
  for (const status of copy.querySelectorAll('output')) status.style.visibility = 'hidden'
  return copy
}

function cutList(list: Element): void {
  const around = [...(list.parentElement?.children ?? [])].filter((one) => one !== list)
  const messages = around.filter((one) => !one.querySelector('output'))
  // Before the summary and the cards.
  const banners = [...(list.firstElementChild?.children ?? [])].slice(0, -2)
  const later = [...list.querySelectorAll('li')].slice(CARDS)
  for (const one of [...messages, ...banners, ...later]) one.remove()
  for (const section of list.querySelectorAll('section'))
    if (!section.querySelector('li')) section.remove()
  // Nothing would read what is typed.
  list.querySelector('input')?.setAttribute('readonly', '')
  const search = list.querySelector('search')
  search?.setAttribute('inert', '')
  search?.style.setProperty('opacity', '0.4')
}

function toPart(node: Element): EarlyPart {
  const attributes = [...node.attributes].map(({ name, value }) => [name, value])
  const content = [...node.childNodes].flatMap((child) => {
    if (child instanceof Element) return [toPart(child)]
    return child instanceof Text ? [child.data] : []
  })
  return [node.localName, Object.fromEntries(attributes) as Attributes, ...content]
}

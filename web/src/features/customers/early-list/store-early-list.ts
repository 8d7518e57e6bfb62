/**
 * The early list: what the screen of the last list showed first, as the next start draws it before any script of the app
 * (draw-early-list.ts, docs/decisions/0054-draw-the-last-list-first.md).
 */
import { CUSTOMER_LIST_ID } from '../../../components/frame/app-navigation.tsx'
import { writeStored } from '../../../lib/stored-text.ts'
import { EARLY_LIST_KEY, PHONE_KEY, session } from '../../../state/session.ts'

/** A text, or an element with its attributes and its content. */
export type EarlyPart =
  | string
  | readonly [name: string, attributes: Attributes, ...content: EarlyPart[]]
type Attributes = Readonly<Record<string, string>>

export interface EarlyList {
  /** Of the runner, as it was stored at the sign-in. */
  readonly phone: string
  /** When the server gave the list, ms since 1970. */
  readonly at: number
  /** The style sheet that it needs. Its name changes with its content: another release does not draw it. */
  readonly styles: string
  readonly page: EarlyPart
}

/** More than a phone's window shows. Each start reads them. */
const CARDS = 8

/** Stores the list that is on the screen, unless a search hides a part of it. */
export function storeEarlyList(at: number): void {
  const page = document.querySelector('#root > :has(> main)')
  const phone = localStorage.getItem(PHONE_KEY)
  // Another tab may have stored another phone a moment ago.
  if (!page || phone === null || phone.trim() !== session.get()?.phone) return
  if (page.querySelector('input')?.value !== '') return
  // Of the first screen with a session: the page itself has the others (build/first-paint.ts).
  const link = document.querySelector<HTMLLinkElement>('[rel=stylesheet][href*="/assets/home-"]')
  const styles = link ? new URL(link.href).pathname : ''
  const list: EarlyList = { phone, at, styles, page: toPart(withoutRest(page)) }
  writeStored(localStorage, EARLY_LIST_KEY, list)
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
  list.querySelector('search')?.setAttribute('inert', '')
}

function toPart(node: Element): EarlyPart {
  const attributes = [...node.attributes].map(({ name, value }) => [name, value])
  const content = [...node.childNodes].flatMap((child) => {
    if (child instanceof Element) return [toPart(child)]
    return child instanceof Text ? [child.data] : []
  })
  return [node.localName, Object.fromEntries(attributes) as Attributes, ...content]
}

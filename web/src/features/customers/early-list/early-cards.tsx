import { useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { parseText } from '../../../lib/stored-text.ts'
import { EARLY_LIST_KEY } from '../../../state/session.ts'
import { CUSTOMER_LIST_ID } from '../../../components/frame/app-navigation.tsx'
import type { EarlyList } from './store-early-list.ts'

/** What the page shows of the early list when React draws for the first time. */
interface Early {
  /** The search field and the cards. */
  readonly cards: Element
  /** When the server gave them, ms since 1970. */
  readonly at: number
}

/** @returns undefined when the page has not drawn the early list */
export function useEarlyList(): Early | undefined {
  const [early] = useState(findEarlyList)
  return early
}

function findEarlyList(): Early | undefined {
  const cards = document.querySelector(
    `#root > [inert] #${CUSTOMER_LIST_ID} > :first-child > :last-child`,
  )
  const { at } = Object(parseText(localStorage.getItem(EARLY_LIST_KEY))) as Partial<EarlyList>
  return cards && typeof at === 'number' ? { cards, at } : undefined
}

/** The cards themselves, moved: React draws its own when the list has come. They lead to their customers. */
export function EarlyCards({ cards }: Pick<Early, 'cards'>) {
  const show = (place: HTMLDivElement | null) => {
    // The cards keep the focus when the screen is drawn again.
    if (cards.parentNode !== place) place?.append(cards)
    const openHere = (event: MouseEvent) => {
      const card = event.target instanceof Element && event.target.closest('a')
      if (!card || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
      event.preventDefault()
      navigate(card.pathname)
    }
    place?.addEventListener('click', openHere)
    return () => place?.removeEventListener('click', openHere)
  }
  return <div ref={show} />
}

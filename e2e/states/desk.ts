import { expect, type Page } from '@playwright/test'
import type { PlainPortal } from '../support/plain-portal.ts'
import { portalErrors } from '../support/portal-test.ts'
import { account, customers, prices, products } from './books.ts'
import { wordsOf, type Language, type Words } from './words.ts'

/** What a state is arranged with: a phone, the portal it talks to, and the words on the screen. */
export interface Desk {
  readonly page: Page
  readonly portal: PlainPortal
  readonly t: Words
}

/** One thing that a screen can look like. */
export interface State {
  readonly name: string
  /** Waits of seconds are over at once; otherwise they never end, and the state stays. */
  readonly isHurried?: true
  /** A toast or a question: its words stay in the language in which they were said. */
  readonly isSaidOnce?: true
  /** The phone has no signed-in runner. */
  readonly isSignedOut?: true
  /** Ends when the state is on the screen; its pictures may follow. */
  readonly arrange: (desk: Desk) => Promise<void>
}

const PHONE = '9000000001'

/** As our server's sign-in leaves it on the phone. */
export const serverSession = JSON.stringify({
  phone: PHONE,
  runner: { id: '1', name: 'Ravi Kumar' },
  mode: 'server',
})

/** What the browser's console says of the failures that states are made of. */
export const stateErrors: readonly RegExp[] = [
  ...portalErrors,
  /Unable to preload CSS|Failed to fetch dynamically imported module/,
]

/** Puts the phone into a state: the portal with full books, the language, the runner, and time that waits. */
export async function arrange(
  state: State,
  { page, portal, language }: { page: Page; portal: PlainPortal; language: Language },
): Promise<Desk> {
  portal.customers.splice(0, portal.customers.length, ...structuredClone(customers))
  portal.reply('GET /api/products', products)
  portal.reply('GET /api/hair-pricing', { pricing: prices })
  portal.reply('GET /api/runners/me', account)
  portal.reply('GET /api/places/reverse', {
    display_name: 'Abids Road, Koti, Hyderabad, Telangana, 500001, India',
  })
  await page.addInitScript(bendTime, state.isHurried ? 20 : undefined)
  await page.addInitScript(
    (stored) => {
      // The map's own document has no storage.
      if (window.top !== window) return
      for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value)
    },
    { language, ...(!state.isSignedOut && { loggedInPhone: PHONE }) },
  )
  const desk = { page, portal, t: wordsOf(language) }
  await state.arrange(desk)
  await showPictures(page)
  return desk
}

/** As another tab's choice of language reaches this one: nothing on the screen needs to be touched for it. */
export async function speak(page: Page, language: Language): Promise<void> {
  await page.evaluate((chosen) => {
    localStorage.setItem('language', chosen)
    dispatchEvent(new StorageEvent('storage', { key: 'language' }))
  }, language)
  await expect(page.locator('html')).toHaveAttribute('lang', language)
  // The switch itself says తెలుగు in either language.
  const teluguLetters = async () =>
    (await page.locator('body').innerText()).match(/[\u0c00-\u0c7f]/g)?.length ?? 0
  if (language === 'te') await expect.poll(teluguLetters).toBeGreaterThan('తెలుగు'.length)
}

/** The phone has the sentences of both languages: without a network none can be fetched. */
export async function knowBothLanguages(page: Page): Promise<void> {
  // The one remembered: where time is hurried, the screen may still be drawn in English.
  const inUse = await page.evaluate(() => localStorage.getItem('language'))
  await speak(page, inUse === 'te' ? 'en' : 'te')
  await speak(page, inUse === 'te' ? 'te' : 'en')
}

/** Resolves when the pictures in the window are there; those below it are fetched as they come into sight. */
export async function showPictures(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.images].every(
      (image) => image.complete || image.getBoundingClientRect().top > window.innerHeight,
    ),
  )
}

/** Waits of seconds take so many ms, or for ever: a toast, a redirect or the next attempt must not end what is looked at. */
function bendTime(longWaitMs: number | undefined): void {
  const A_WAIT_MS = 1_500
  const HALF_A_MINUTE_MS = 30_000
  const realTimeout = window.setTimeout.bind(window)
  const bent = (handler: TimerHandler, delay = 0, ...rest: unknown[]) => {
    if (delay < A_WAIT_MS) return realTimeout(handler, delay, ...rest)
    if (longWaitMs === undefined || delay > HALF_A_MINUTE_MS) return 0
    return realTimeout(handler, longWaitMs, ...rest)
  }
  window.setTimeout = bent as typeof window.setTimeout
  // A call has its limit from elsewhere.
  if (longWaitMs === undefined) AbortSignal.timeout = () => new AbortController().signal
}

import { expect, type Page } from '@playwright/test'
import { drawsTelugu, noTeluguFont } from '../../scripts/environment/telugu-font.mjs'
import { plainPortalErrors } from '../support/fixtures/plain-portal-test.ts'
import type { PlainPortal } from '../support/servers/plain-portal.ts'
import { messagesOf, type Language, type Messages } from './messages.ts'
import { customers, prices, products, runnerRecord } from './sample-data.ts'

/** What a state needs: the page of the phone, its server, and the messages on the screen. */
export interface StateContext {
  readonly page: Page
  readonly plainPortal: PlainPortal
  readonly t: Messages
}

/** One state of a screen. */
export interface State {
  readonly name: string
  /** Timers of seconds end at once. Without this they never end, so that the state stays. */
  readonly isHurried?: true
  /** A toast or a question. It stays in the language in which it appeared. */
  readonly isShownOnce?: true
  /** The phone has no signed-in runner. */
  readonly isSignedOut?: true
  /** Resolves when the state is on the screen. Pictures may still be loading. */
  readonly arrange: (context: StateContext) => Promise<void>
}

const PHONE = '9000000001'

/** The session as sign-in at our server stores it on the phone. */
export const serverSession = JSON.stringify({
  phone: PHONE,
  runner: { id: '1', name: 'Ravi Kumar' },
  mode: 'server',
})

/** The console errors that the states cause. */
export const stateErrors: readonly RegExp[] = [
  ...plainPortalErrors,
  /Unable to preload CSS|Failed to fetch dynamically imported module/,
]

/** Brings the phone into a state, with full sample data, the language, the runner and stopped timers. */
export async function arrange(
  state: State,
  { page, plainPortal, language }: { page: Page; plainPortal: PlainPortal; language: Language },
): Promise<StateContext> {
  plainPortal.customers.splice(0, plainPortal.customers.length, ...structuredClone(customers))
  plainPortal.reply('GET /api/products', products)
  plainPortal.reply('GET /api/hair-pricing', { pricing: prices })
  plainPortal.reply('GET /api/runners/me', runnerRecord)
  plainPortal.reply('GET /api/places/reverse', {
    display_name: 'Abids Road, Koti, Hyderabad, Telangana, 500001, India',
  })
  await page.addInitScript(replaceTimers, state.isHurried ? 20 : undefined)
  await page.addInitScript(
    (stored) => {
      // The document of the map has no storage.
      if (window.top !== window) return
      for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value)
    },
    { language, ...(!state.isSignedOut && { loggedInPhone: PHONE }) },
  )
  const context = { page, plainPortal, t: messagesOf(language) }
  await state.arrange(context)
  await expectTeluguDrawn(page)
  await waitForProductPictures(page)
  return context
}

/** Without a Telugu font, a screenshot or a measured layout would only show empty boxes. */
async function expectTeluguDrawn(page: Page): Promise<void> {
  const fontFamily = await page.evaluate(() => getComputedStyle(document.body).fontFamily)
  expect(await page.evaluate(drawsTelugu, fontFamily), noTeluguFont).toBe(true)
}

/** Changes the language, as when the runner changes it in another tab. */
export async function setLanguage(page: Page, language: Language): Promise<void> {
  await page.evaluate((chosen) => {
    localStorage.setItem('language', chosen)
    dispatchEvent(new StorageEvent('storage', { key: 'language' }))
  }, language)
  await expect(page.locator('html')).toHaveAttribute('lang', language)
  // The language switch shows తెలుగు in both languages.
  const teluguLetters = async () =>
    (await page.locator('body').innerText()).match(/[\u0c00-\u0c7f]/g)?.length ?? 0
  if (language === 'te') await expect.poll(teluguLetters).toBeGreaterThan('తెలుగు'.length)
}

/** Loads the messages of both languages, for a state without a network. */
export async function loadBothLanguages(page: Page): Promise<void> {
  // The stored language: with hurried timers the screen may still be in English.
  const stored = await page.evaluate(() => localStorage.getItem('language'))
  await setLanguage(page, stored === 'te' ? 'en' : 'te')
  await setLanguage(page, stored === 'te' ? 'te' : 'en')
}

/** Waits for the pictures in the window. The browser loads pictures below it when they come into view. */
export async function waitForProductPictures(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.images].every(
      (image) => image.complete || image.getBoundingClientRect().top > window.innerHeight,
    ),
  )
}

/**
 * Runs in the page. Timers of seconds take the given time, or never end: a toast, a redirect or the next attempt must not
 * change the state.
 */
function replaceTimers(longTimerMs: number | undefined): void {
  const LONG_MS = 1_500
  const HALF_MINUTE_MS = 30_000
  const realTimeout = window.setTimeout.bind(window)
  const replaced = (handler: TimerHandler, delay = 0, ...rest: unknown[]) => {
    if (delay < LONG_MS) return realTimeout(handler, delay, ...rest)
    if (longTimerMs === undefined || delay > HALF_MINUTE_MS) return 0
    return realTimeout(handler, longTimerMs, ...rest)
  }
  window.setTimeout = replaced as typeof window.setTimeout
  // The time limit of a call does not use setTimeout.
  if (longTimerMs === undefined) AbortSignal.timeout = () => new AbortController().signal
}

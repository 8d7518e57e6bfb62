import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { en } from './en.ts'
import type * as language from './language.ts'
import { te } from './te.ts'

type LanguageModule = Pick<
  typeof language,
  'fetchMessages' | 'restoreLanguage' | 'setLanguage' | 'translation'
>

/** The module of a newly opened page: it is loaded a second time. */
async function openPage(): Promise<LanguageModule> {
  const address = `./language.ts?reload=${crypto.randomUUID()}`
  return (await import(/* @vite-ignore */ address)) as LanguageModule
}

beforeEach(() => localStorage.removeItem('language'))
afterEach(() => {
  localStorage.removeItem('language')
  document.documentElement.lang = 'en'
})

test('every caller gets all messages, also while another caller waits for them', async () => {
  const { fetchMessages, translation } = await openPage()
  const first = fetchMessages('signIn', 'home', 'rest')
  await fetchMessages('signIn', 'home', 'rest')
  expect(translation.get().messages).toEqual(en)
  await first
})

test('a screen gets its messages in addition to those of the previous screen', async () => {
  const { fetchMessages, translation } = await openPage()
  expect(translation.get().messages).not.toHaveProperty(['otp.title'])
  await fetchMessages('signIn')
  await fetchMessages('home')
  expect(translation.get().messages).toMatchObject({
    'common.logout': 'Logout',
    'otp.title': 'OTP Verification',
    'deliveries.title': 'My Deliveries',
  })
  expect(translation.get().messages).not.toHaveProperty(['invoice.title'])
})

test('the messages of other screens do not render the current screen again', async () => {
  const { fetchMessages, translation } = await openPage()
  await fetchMessages('home')
  const changed = vi.fn<() => void>()
  translation.subscribe(changed)
  await Promise.all([fetchMessages('home'), fetchMessages('home', 'rest'), fetchMessages('rest')])
  expect(translation.get().messages).toHaveProperty(['invoice.title'])
  expect(changed).not.toHaveBeenCalled()
})

test('a language chosen while messages load gets all of them', async () => {
  const { fetchMessages, setLanguage, translation } = await openPage()
  await Promise.all([fetchMessages('signIn', 'home', 'rest'), setLanguage('te')])
  expect(translation.get()).toEqual({ language: 'te', messages: te })
  expect(document.documentElement.lang).toBe('te')
})

test('all messages are loaded in the language that was chosen before', async () => {
  const { fetchMessages, setLanguage, translation } = await openPage()
  await Promise.all([setLanguage('te'), fetchMessages('signIn', 'home', 'rest')])
  expect(translation.get()).toEqual({ language: 'te', messages: te })
})

test('the last of two quick choices is shown and stored', async () => {
  const { setLanguage, translation } = await openPage()
  await Promise.all([setLanguage('te'), setLanguage('en')])
  expect(translation.get().language).toBe('en')
  expect(document.documentElement.lang).toBe('en')
  expect(localStorage.getItem('language')).toBe('en')
})

test('the chosen language is used after a reload', async () => {
  await (await openPage()).setLanguage('te')
  const { restoreLanguage, translation } = await openPage()
  expect(translation.get().language).toBe('en')
  await restoreLanguage()
  expect(translation.get().language).toBe('te')
})

test('a page that is in English already requests nothing', async () => {
  const { restoreLanguage, translation } = await openPage()
  const changed = vi.fn<() => void>()
  translation.subscribe(changed)
  await restoreLanguage()
  expect(changed).not.toHaveBeenCalled()
})

test('a language whose messages cannot be used is reported, and the last one stays', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const { setLanguage, translation } = await openPage()
  const failure = new TypeError('Failed to fetch dynamically imported module')
  vi.spyOn(Object, 'assign').mockImplementationOnce(() => {
    throw failure
  })
  await setLanguage('te')
  expect(warn.mock.calls).toEqual([['Language not switched', failure]])
  expect(translation.get().language).toBe('en')
  expect(localStorage.getItem('language')).toBeNull()
  await setLanguage('te')
  expect(translation.get().language).toBe('te')
})

test('the language changes also on a phone that cannot store the choice [R-7.075]', async () => {
  const { setLanguage, translation } = await openPage()
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('The disk is full', 'QuotaExceededError')
  })
  await setLanguage('te')
  expect(translation.get().language).toBe('te')
})

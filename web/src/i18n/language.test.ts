import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { en } from './en.ts'
import type * as language from './language.ts'
import { te } from './te.ts'

type LanguageModule = Pick<
  typeof language,
  'fetchMessages' | 'restoreLanguage' | 'setLanguage' | 'translation'
>

/** As a page finds it that was just opened: this module read a second time. */
async function openPage(): Promise<LanguageModule> {
  const address = `./language.ts?reload=${crypto.randomUUID()}`
  return (await import(/* @vite-ignore */ address)) as LanguageModule
}

beforeEach(() => localStorage.removeItem('language'))
afterEach(() => {
  localStorage.removeItem('language')
  document.documentElement.lang = 'en'
})

test('whoever asks for all messages has them, also while another still waits for them', async () => {
  const { fetchMessages, translation } = await openPage()
  const first = fetchMessages('signIn', 'home', 'rest')
  await fetchMessages('signIn', 'home', 'rest')
  expect(translation.get().messages).toEqual(en)
  await first
})

test('a screen gets the messages that it asks for, beside those of the screen before', async () => {
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

test('messages of other screens arrive without a word to what is drawn already', async () => {
  const { fetchMessages, translation } = await openPage()
  await fetchMessages('home')
  const changed = vi.fn<() => void>()
  translation.subscribe(changed)
  await Promise.all([fetchMessages('home'), fetchMessages('home', 'rest'), fetchMessages('rest')])
  expect(translation.get().messages).toHaveProperty(['invoice.title'])
  expect(changed).not.toHaveBeenCalled()
})

test('a choice made while the messages are on their way has all of them', async () => {
  const { fetchMessages, setLanguage, translation } = await openPage()
  await Promise.all([fetchMessages('signIn', 'home', 'rest'), setLanguage('te')])
  expect(translation.get()).toEqual({ language: 'te', messages: te })
  expect(document.documentElement.lang).toBe('te')
})

test('all messages come in the language that was chosen before', async () => {
  const { fetchMessages, setLanguage, translation } = await openPage()
  await Promise.all([setLanguage('te'), fetchMessages('signIn', 'home', 'rest')])
  expect(translation.get()).toEqual({ language: 'te', messages: te })
})

test('the last of two quick choices is shown and remembered', async () => {
  const { setLanguage, translation } = await openPage()
  await Promise.all([setLanguage('te'), setLanguage('en')])
  expect(translation.get().language).toBe('en')
  expect(document.documentElement.lang).toBe('en')
  expect(localStorage.getItem('language')).toBe('en')
})

test('the language that was chosen is there again when the page is opened anew', async () => {
  await (await openPage()).setLanguage('te')
  const { restoreLanguage, translation } = await openPage()
  expect(translation.get().language).toBe('en')
  await restoreLanguage()
  expect(translation.get().language).toBe('te')
})

test('a page that speaks English already asks for nothing', async () => {
  const { restoreLanguage, translation } = await openPage()
  const changed = vi.fn<() => void>()
  translation.subscribe(changed)
  await restoreLanguage()
  expect(changed).not.toHaveBeenCalled()
})

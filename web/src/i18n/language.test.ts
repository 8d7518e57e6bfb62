import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { en } from './en.ts'
import type * as language from './language.ts'
import { te } from './te.ts'

type LanguageModule = Pick<
  typeof language,
  'fetchAllMessages' | 'restoreLanguage' | 'setLanguage' | 'translation'
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
  const { fetchAllMessages, translation } = await openPage()
  const first = fetchAllMessages()
  await fetchAllMessages()
  expect(translation.get().messages).toEqual(en)
  await first
})

test('a choice made while the messages are on their way has all of them', async () => {
  const { fetchAllMessages, setLanguage, translation } = await openPage()
  await Promise.all([fetchAllMessages(), setLanguage('te')])
  expect(translation.get()).toEqual({ language: 'te', messages: te })
  expect(document.documentElement.lang).toBe('te')
})

test('all messages come in the language that was chosen before', async () => {
  const { fetchAllMessages, setLanguage, translation } = await openPage()
  await Promise.all([setLanguage('te'), fetchAllMessages()])
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

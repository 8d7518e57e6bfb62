import { reportProblem } from '../lib/report.ts'
import { createValueStore } from '../lib/value-store.ts'
import { en, type Messages } from './en.ts'

export type Language = 'en' | 'te'

const STORAGE_KEY = 'language'

export interface Translation {
  readonly language: Language
  readonly messages: Messages
}

/** The language in use with its messages; Telugu is fetched only when it is wanted. */
export const translation = createValueStore<Translation>({ language: 'en', messages: en })

export async function setLanguage(language: Language): Promise<void> {
  const messages = language === 'te' ? (await import('./te.ts')).te : en
  localStorage.setItem(STORAGE_KEY, language)
  document.documentElement.lang = language
  translation.set({ language, messages })
}

/** Restores the remembered language before the first paint. */
export async function restoreLanguage(): Promise<void> {
  if (localStorage.getItem(STORAGE_KEY) !== 'te') return
  // On a weak link its file may not come: English then, and no blank page.
  await setLanguage('te').catch((error: unknown) => reportProblem('No Telugu', error))
}

import { reportProblem } from '../lib/report.ts'
import { createValueStore } from '../lib/value-store.ts'
import { first as firstEnglish } from './en/first.ts'
import type { Messages } from './en.ts'

export type Language = 'en' | 'te'

const STORAGE_KEY = 'language'

export interface Translation {
  readonly language: Language
  /** Without those of the screens behind the sign-in until {@link fetchAllMessages}. */
  readonly messages: Partial<Messages>
}

/** The language in use with its messages; Telugu is fetched only when it is wanted. */
export const translation = createValueStore<Translation>({ language: 'en', messages: firstEnglish })

const parts = {
  en: {
    first: async () => ({ first: firstEnglish }),
    rest: () => import('./en/rest.ts'),
  },
  te: {
    first: () => import('./te/first.ts'),
    rest: () => import('./te/rest.ts'),
  },
} as const

let isRestWanted = false

async function fetchMessages(language: Language): Promise<Partial<Messages>> {
  const [{ first }, behind] = await Promise.all([
    parts[language].first(),
    isRestWanted ? parts[language].rest() : undefined,
  ])
  return { ...first, ...behind?.rest }
}

/** Before any screen behind the sign-in is drawn; at once when they are there. */
export async function fetchAllMessages(): Promise<void> {
  if (isRestWanted) return
  isRestWanted = true
  const { language } = translation.get()
  try {
    const messages = await fetchMessages(language)
    // Who has switched meanwhile has fetched them all in the new language.
    if (translation.get().language === language) translation.set({ language, messages })
  } catch (error) {
    isRestWanted = false
    throw error
  }
}

export async function setLanguage(language: Language): Promise<void> {
  const messages = await fetchMessages(language)
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

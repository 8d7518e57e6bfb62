import { reportProblem } from '../lib/report.ts'
import { createValueStore } from '../lib/value-store.ts'
import { first as firstEnglish } from './en/first.ts'
import type { Messages } from './en.ts'

export type Language = 'en' | 'te'

const STORAGE_KEY = 'language'

export interface Translation {
  readonly language: Language
  /** Only those of the sign-in until {@link fetchAllMessages}. */
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

/** What the screen is to speak next. It changes at once; the screen follows when the messages are there. */
let wanted: { readonly language: Language; readonly isWhole: boolean } = {
  language: 'en',
  isWhole: false,
}
let allMessages: Promise<void> | undefined

/** Before any screen behind the sign-in is drawn; at once when they are there. */
export function fetchAllMessages(): Promise<void> {
  allMessages ??= want({ ...wanted, isWhole: true }).catch((error: unknown) => {
    // A later screen asks again.
    allMessages = undefined
    throw error
  })
  return allMessages
}

/** The newest choice holds, whichever answer comes last. */
export async function setLanguage(language: Language): Promise<void> {
  await want({ ...wanted, language })
  localStorage.setItem(STORAGE_KEY, translation.get().language)
}

/** Restores the remembered language before the first paint. */
export async function restoreLanguage(): Promise<void> {
  if (localStorage.getItem(STORAGE_KEY) !== 'te') return
  // On a weak link its file may not come: English then, and no blank page.
  await setLanguage('te').catch((error: unknown) => reportProblem('No Telugu', error))
}

async function want(next: typeof wanted): Promise<void> {
  const before = wanted
  wanted = next
  try {
    await show(next)
  } catch (error) {
    if (wanted === next) wanted = before
    throw error
  }
}

async function show(next: typeof wanted): Promise<void> {
  const { language, isWhole } = next
  const [{ first }, behind] = await Promise.all([
    parts[language].first(),
    isWhole ? parts[language].rest() : undefined,
  ])
  // Something else was wanted meanwhile: that is what whoever waits here is to see.
  if (wanted !== next) return show(wanted)
  document.documentElement.lang = language
  translation.set({ language, messages: { ...first, ...behind?.rest } })
}

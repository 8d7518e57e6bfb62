import { reportProblem } from '../lib/report.ts'
import { createValueStore } from '../lib/value-store.ts'
import { messages as commonEnglish } from './en/common.ts'
import type { Messages } from './en.ts'

export type Language = 'en' | 'te'

const STORAGE_KEY = 'language'

/** Messages are fetched with the screens that say them; the common ones are there from the start, in English. */
export type MessagePart = 'signIn' | 'home' | 'rest'

export interface Translation {
  readonly language: Language
  /** Those that have been wanted so far; see {@link fetchMessages}. */
  readonly messages: Partial<Messages>
}

/** The language in use with its messages; Telugu is fetched only when it is wanted. */
export const translation = createValueStore<Translation>({
  language: 'en',
  messages: commonEnglish,
})

const files = {
  en: {
    signIn: () => import('./en/sign-in.ts'),
    home: () => import('./en/home.ts'),
    rest: () => import('./en/rest.ts'),
  },
  te: {
    common: () => import('./te/common.ts'),
    signIn: () => import('./te/sign-in.ts'),
    home: () => import('./te/home.ts'),
    rest: () => import('./te/rest.ts'),
  },
}

interface Wish {
  readonly language: Language
  readonly parts: readonly MessagePart[]
}

/** What is to be spoken next. It changes at once; the screen follows when the messages are there. */
let wanted: Wish = { language: 'en', parts: [] }
let arrival: Promise<void> = Promise.resolve()
let shown = wanted

/** Before a screen that says them is drawn; at once when they are there. */
export function fetchMessages(...parts: readonly MessagePart[]): Promise<void> {
  const missing = parts.filter((part) => !wanted.parts.includes(part))
  if (missing.length === 0) return arrival
  return want({ ...wanted, parts: [...wanted.parts, ...missing] })
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

function want(next: Wish): Promise<void> {
  const before = { wanted, arrival }
  wanted = next
  arrival = show(next).catch((error: unknown) => {
    // Whoever wants it later asks again.
    if (wanted === next) ({ wanted, arrival } = before)
    throw error
  })
  return arrival
}

async function show(next: Wish): Promise<void> {
  const { language, parts } = next
  const common = language === 'te' && files.te.common()
  const fetched = await Promise.all([common, ...parts.map((part) => files[language][part]())])
  // Something else was wanted meanwhile: that is what whoever waits here is to see.
  if (wanted !== next) return show(wanted)
  if (shown === next) return
  shown = next
  document.documentElement.lang = language
  let messages: Partial<Messages> = commonEnglish
  for (const part of fetched) if (part) messages = { ...messages, ...part.messages }
  translation.set({ language, messages })
}

import { reportProblem } from '../lib/report.ts'
import { writeText } from '../lib/stored-text.ts'
import { createValueStore } from '../lib/value-store.ts'
import { messages as commonEnglish } from './en/common.ts'
import type { Messages } from './en.ts'

export type Language = 'en' | 'te'

const STORAGE_KEY = 'language'
const TELUGU_TIMEOUT_MS = 5_000

/** Each screen fetches its messages. Only the common English messages are in the first script. */
export type MessagePart = 'signIn' | 'home' | 'rest'

export interface Translation {
  readonly language: Language
  /** The messages that are loaded so far; see {@link fetchMessages}. */
  readonly messages: Partial<Messages>
}

/** The objects only grow: new messages do not render the current screen again. */
const loaded: Record<Language, Partial<Messages>> = { en: { ...commonEnglish }, te: {} }

/** The current language with its messages. Telugu is fetched only when the runner selects it. */
export const translation = createValueStore<Translation>({
  language: 'en',
  messages: loaded.en,
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

const loads = new Map<string, Promise<void>>()
const neededParts = new Set<MessagePart>()
/** The chosen language. It changes at once; the screen follows when the messages are loaded. */
let chosen: Language = 'en'

/** Loads the messages of a screen before it renders. It does not wait for the messages of other screens. */
export async function fetchMessages(...parts: readonly MessagePart[]): Promise<void> {
  for (const part of parts) neededParts.add(part)
  const { language } = translation.get()
  await Promise.all(parts.map((part) => loadOnce(language, part)))
}

/**
 * Switches the language and stores the choice. The latest choice wins, in whatever order the files arrive. Never rejects:
 * without the files the last language stays, and the runner can choose again.
 */
export async function setLanguage(language: Language): Promise<void> {
  await switchTo(language)
  if (chosen === language) writeText(localStorage, STORAGE_KEY, language)
}

/** A failure is only logged. */
async function switchTo(language: Language): Promise<void> {
  chosen = language
  try {
    await loadAllParts(language)
  } catch (error) {
    if (chosen === language) chosen = translation.get().language
    return reportProblem('Language not switched', error)
  }
  if (chosen !== language) return
  document.documentElement.lang = language
  show(language)
}

const storedLanguage = (): Language => (localStorage.getItem(STORAGE_KEY) === 'te' ? 'te' : 'en')

/** Also loads parts that a screen needed first while the other parts were loading. */
async function loadAllParts(language: Language): Promise<void> {
  const parts = [...commonOf(language), ...neededParts]
  const hasNewParts = () => [...neededParts].some((part) => !parts.includes(part))
  await Promise.all(parts.map((part) => loadOnce(language, part)))
  if (hasNewParts()) await loadAllParts(language)
}

/**
 * Restores the stored language before the first paint, or later if the files need too long.
 * Afterwards the choice of another tab applies here, too.
 */
export async function restoreLanguage(): Promise<void> {
  window.addEventListener('storage', ({ key }) => {
    if (key === STORAGE_KEY) void switchTo(storedLanguage())
  })
  if (storedLanguage() !== 'te') return
  // On a weak network the files may not arrive: then English, not a blank page.
  await Promise.race([
    switchTo('te'),
    new Promise((resolve) => setTimeout(resolve, TELUGU_TIMEOUT_MS)),
  ])
}

const commonOf = (language: Language) => (language === 'te' ? (['common'] as const) : [])

/** One fetch for all callers. A failed fetch is made again. */
function loadOnce(language: Language, part: 'common' | MessagePart): Promise<void> {
  const key = `${language} ${part}`
  const existing = loads.get(key)
  if (existing) return existing
  const loading = load(language, part).catch((error: unknown) => {
    loads.delete(key)
    throw error
  })
  loads.set(key, loading)
  return loading
}

async function load(language: Language, part: 'common' | MessagePart): Promise<void> {
  const { messages } = await (part === 'common' ? files.te.common() : files[language][part]())
  Object.assign(loaded[language], messages)
}

function show(language: Language): void {
  if (translation.get().language !== language)
    translation.set({ language, messages: loaded[language] })
}

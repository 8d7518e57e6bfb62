import { reportProblem } from '../lib/report.ts'
import { createValueStore } from '../lib/value-store.ts'
import { messages as commonEnglish } from './en/common.ts'
import type { Messages } from './en.ts'

export type Language = 'en' | 'te'

const STORAGE_KEY = 'language'
const TELUGU_TIMEOUT_MS = 5_000

/** Messages are fetched with the screens that say them; the common ones are there from the start, in English. */
export type MessagePart = 'signIn' | 'home' | 'rest'

export interface Translation {
  readonly language: Language
  /** Those that have been wanted so far; see {@link fetchMessages}. */
  readonly messages: Partial<Messages>
}

/** They only grow: what is on the screen has its own already, and is not drawn again when others' arrive. */
const arrived: Record<Language, Partial<Messages>> = { en: { ...commonEnglish }, te: {} }

/** The language in use with its messages; Telugu is fetched only when it is wanted. */
export const translation = createValueStore<Translation>({
  language: 'en',
  messages: arrived.en,
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

const arrivals = new Map<string, Promise<void>>()
const wantedParts = new Set<MessagePart>()
/** What is to be spoken next. It changes at once; the screen follows when the messages are there. */
let wanted: Language = 'en'

/** Before a screen that says them is drawn; at once when they are there. Another's messages are nobody's wait. */
export async function fetchMessages(...parts: readonly MessagePart[]): Promise<void> {
  for (const part of parts) wantedParts.add(part)
  const { language } = translation.get()
  await Promise.all(parts.map((part) => arrivalOf(language, part)))
}

/** The newest choice holds, whichever answer comes last; it is remembered. */
export async function setLanguage(language: Language): Promise<void> {
  await turnTo(language)
  if (wanted === language) localStorage.setItem(STORAGE_KEY, language)
}

async function turnTo(language: Language): Promise<void> {
  wanted = language
  try {
    await allPartsOf(language)
  } catch (error) {
    if (wanted === language) wanted = translation.get().language
    throw error
  }
  if (wanted !== language) return
  document.documentElement.lang = language
  show(language)
}

/** As this phone remembers it; where its files do not come, nobody is there to tell. */
const follow = (): Promise<void> =>
  turnTo(remembered()).catch((error: unknown) => reportProblem('Language not followed', error))

const remembered = (): Language => (localStorage.getItem(STORAGE_KEY) === 'te' ? 'te' : 'en')

/** Those, too, that a screen has come to want while the others were on their way. */
async function allPartsOf(language: Language): Promise<void> {
  const parts = [...commonOf(language), ...wantedParts]
  const isMore = () => [...wantedParts].some((part) => !parts.includes(part))
  await Promise.all(parts.map((part) => arrivalOf(language, part)))
  if (isMore()) await allPartsOf(language)
}

/**
 * Restores the remembered language before the first paint; where it takes too long, it follows. From then on another
 * tab's choice is this one's too.
 */
export async function restoreLanguage(): Promise<void> {
  window.addEventListener('storage', ({ key }) => {
    if (key === STORAGE_KEY) void follow()
  })
  if (remembered() !== 'te') return
  // On a weak link its files may not come: English then, and no blank page.
  await Promise.race([follow(), new Promise((resolve) => setTimeout(resolve, TELUGU_TIMEOUT_MS))])
}

const commonOf = (language: Language) => (language === 'te' ? (['common'] as const) : [])

/** One fetch for all who wait for it; one that failed is made again. */
function arrivalOf(language: Language, part: 'common' | MessagePart): Promise<void> {
  const key = `${language} ${part}`
  const known = arrivals.get(key)
  if (known) return known
  const arrival = load(language, part).catch((error: unknown) => {
    arrivals.delete(key)
    throw error
  })
  arrivals.set(key, arrival)
  return arrival
}

async function load(language: Language, part: 'common' | MessagePart): Promise<void> {
  const { messages } = await (part === 'common' ? files.te.common() : files[language][part]())
  Object.assign(arrived[language], messages)
}

function show(language: Language): void {
  if (translation.get().language !== language)
    translation.set({ language, messages: arrived[language] })
}

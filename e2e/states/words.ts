import { en, type MessageKey } from '../../web/src/i18n/en.ts'
import { te } from '../../web/src/i18n/te.ts'

export type Language = 'en' | 'te'

const catalogues = { en, te }

/** The sentence as the screen says it, with its `{name}` places filled. */
export type Words = (key: MessageKey, params?: Readonly<Record<string, string | number>>) => string

/** The app's own catalogue, so that a state is reached by what the screen says in either language. */
export const wordsOf =
  (language: Language): Words =>
  (key, params = {}) =>
    catalogues[language][key].replaceAll(/\{(\w+)\}/g, (place, name: string) =>
      String(params[name] ?? place),
    )

type SavedKey = 'deliveries.saved' | 'products.saved' | 'mode.savedPrices'

/** What a sentence says before its time, which the clock fills in. */
export const beforeTime = (t: Words, key: SavedKey): string =>
  t(key, { time: '|' }).split('|')[0] ?? ''

import { en, type MessageKey } from '../../web/src/i18n/en.ts'
import { te } from '../../web/src/i18n/te.ts'

export type Language = 'en' | 'te'

const allMessages = { en, te }

/** The message as the screen shows it, with the parameters filled in. */
export type Messages = (
  key: MessageKey,
  params?: Readonly<Record<string, string | number>>,
) => string

/** The messages of the app, so that a state is found in either language. */
export const messagesOf =
  (language: Language): Messages =>
  (key, params = {}) =>
    allMessages[language][key].replaceAll(/\{(\w+)\}/g, (place, name: string) =>
      String(params[name] ?? place),
    )

type SnapshotKey = 'deliveries.saved' | 'products.saved' | 'mode.savedPrices'

/** The part of a message before its time. */
export const beforeTime = (t: Messages, key: SnapshotKey): string =>
  t(key, { time: '|' }).split('|')[0] ?? ''

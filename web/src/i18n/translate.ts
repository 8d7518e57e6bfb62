import { useValue } from '../lib/use-value.ts'
import { translation } from './language.ts'
import type { MessageKey, MessageParams } from './en.ts'

/** Fills `{name}` places; a place without a value stays visible rather than vanish. */
function fill(template: string, params: Readonly<Record<string, string | number>>): string {
  return template.replaceAll(/\{(\w+)\}/g, (place, name: string) => String(params[name] ?? place))
}

type Args<TKey extends MessageKey> =
  MessageParams<TKey> extends never ? [] : [params: Record<MessageParams<TKey>, string | number>]

export type Translate = <TKey extends MessageKey>(key: TKey, ...args: Args<TKey>) => string

/** The sentence in the language in use; for handlers. Components use {@link useTranslate}. */
export const translate: Translate = (key, ...args) =>
  // A key instead of its sentence shows only where a screen was drawn before its messages: a bug, and no blank page.
  fill(translation.get().messages[key] ?? key, args[0] ?? {})

/** As {@link translate}; the component draws again when the language changes. */
export function useTranslate(): Translate {
  useValue(translation)
  return translate
}

import { useValue } from '../lib/use-value.ts'
import { translation } from './language.ts'
import type { MessageKey, MessageParams } from './en.ts'

/** Replaces each `{name}`. A placeholder without a value stays visible. */
function fill(template: string, params: Readonly<Record<string, string | number>>): string {
  return template.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) =>
    String(params[name] ?? placeholder),
  )
}

type Args<TKey extends MessageKey> =
  MessageParams<TKey> extends never ? [] : [params: Record<MessageParams<TKey>, string | number>]

export type Translate = <TKey extends MessageKey>(key: TKey, ...args: Args<TKey>) => string

/** The sentence in the current language, for handlers. Components use {@link useTranslate}. */
export const translate: Translate = (key, ...args) =>
  // A key appears only if a screen renders before its messages are loaded. That is a bug, but no blank page.
  fill(translation.get().messages[key] ?? key, args[0] ?? {})

/** As {@link translate}; the component renders again when the language changes. */
export function useTranslate(): Translate {
  useValue(translation)
  return translate
}

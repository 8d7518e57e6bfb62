/**
 * The English messages. They are word for word the copy of docs/requirements.md.
 * A `{name}` is replaced by a value. One file per area; keys are `area.what`.
 */
import { messages as common } from './en/common.ts'
import { messages as home } from './en/home.ts'
import { messages as rest } from './en/rest.ts'
import { messages as signIn } from './en/sign-in.ts'

export const en = {
  ...common,
  ...signIn,
  ...home,
  ...rest,
} as const

export type MessageKey = keyof typeof en
export type Messages = Readonly<Record<MessageKey, string>>

type Placeholders<TText extends string> = TText extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never

/** The names of a message's placeholders; `never` when it has none. */
export type MessageParams<TKey extends MessageKey> = Placeholders<(typeof en)[TKey]>

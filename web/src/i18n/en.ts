/**
 * The English catalogue. Sentences quoted in the specification stand here letter for letter.
 * `{name}` is filled in. One file per area; keys are `area.what`.
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

type Places<TText extends string> = TText extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Places<Rest>
  : never

/** The `{name}` places of a message; `never` when it has none. */
export type MessageParams<TKey extends MessageKey> = Places<(typeof en)[TKey]>

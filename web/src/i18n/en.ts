/**
 * The English catalogue. Sentences quoted in the specification stand here letter for letter.
 * `{name}` is filled in. One file per area; keys are `area.what`.
 */
import { commonMessages } from './en/common.ts'
import { homeMessages } from './en/home.ts'
import { restMessages } from './en/rest.ts'
import { signInMessages } from './en/sign-in.ts'

export const en = {
  ...commonMessages,
  ...signInMessages,
  ...homeMessages,
  ...restMessages,
} as const

export type MessageKey = keyof typeof en
export type Messages = Readonly<Record<MessageKey, string>>

type Places<TText extends string> = TText extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Places<Rest>
  : never

/** The `{name}` places of a message; `never` when it has none. */
export type MessageParams<TKey extends MessageKey> = Places<(typeof en)[TKey]>

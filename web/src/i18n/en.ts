/**
 * The English catalogue. Sentences quoted in the specification stand here letter for letter.
 * `{name}` is filled in. One file per area; keys are `area.what`.
 */
import { catalogueMessages } from './en/catalogue.ts'
import { commonMessages } from './en/common.ts'
import { customerMessages } from './en/customers.ts'
import { dealMessages } from './en/deal.ts'
import { failureMessages } from './en/failures.ts'
import { hairMessages } from './en/hair.ts'
import { signInMessages } from './en/sign-in.ts'

export const en = {
  ...commonMessages,
  ...signInMessages,
  ...customerMessages,
  ...hairMessages,
  ...catalogueMessages,
  ...dealMessages,
  ...failureMessages,
} as const

export type MessageKey = keyof typeof en
export type Messages = Readonly<Record<MessageKey, string>>

type Places<TText extends string> = TText extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Places<Rest>
  : never

/** The `{name}` places of a message; `never` when it has none. */
export type MessageParams<TKey extends MessageKey> = Places<(typeof en)[TKey]>

/**
 * The Telugu catalogue: what a runner in Telangana or Andhra Pradesh would say aloud, with the
 * English words he uses himself (ఫోటో, క్యాష్, UPI). Where a count makes the sentence another one, the key that ends
 * with `One` has it for 1, in both languages; elsewhere the count stands after a colon. A name is followed by గారు, which takes the case ending.
 */
import type { Messages } from './en.ts'
import { messages as common } from './te/common.ts'
import { messages as home } from './te/home.ts'
import { messages as rest } from './te/rest.ts'
import { messages as signIn } from './te/sign-in.ts'

export const te: Messages = {
  ...common,
  ...signIn,
  ...home,
  ...rest,
}

/**
 * The Telugu messages: the spoken language of runners in Telangana and Andhra Pradesh, with their English
 * loan words (ఫోటో, క్యాష్, UPI). If a count changes the sentence, the key with `One` at its end is for 1;
 * otherwise the count is after a colon. A name is followed by గారు, which takes the case ending.
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

/**
 * The Telugu catalogue: what a runner in Telangana or Andhra Pradesh would say aloud, with the
 * English words he uses himself (ఫోటో, క్యాష్, UPI). Counts stand after a colon where Telugu would
 * need a plural; a name is followed by గారు, which takes the case ending.
 */
import type { Messages } from './en.ts'
import { catalogueMessages } from './te/catalogue.ts'
import { commonMessages } from './te/common.ts'
import { customerMessages } from './te/customers.ts'
import { dealMessages } from './te/deal.ts'
import { failureMessages } from './te/failures.ts'
import { hairMessages } from './te/hair.ts'
import { signInMessages } from './te/sign-in.ts'

export const te: Messages = {
  ...commonMessages,
  ...signInMessages,
  ...customerMessages,
  ...hairMessages,
  ...catalogueMessages,
  ...dealMessages,
  ...failureMessages,
}

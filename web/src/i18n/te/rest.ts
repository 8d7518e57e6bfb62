import { catalogueMessages } from './catalogue.ts'
import { customerMessages } from './customers.ts'
import { dealMessages } from './deal.ts'
import { failureMessages } from './failures.ts'
import { hairMessages } from './hair.ts'

/** What the screens behind the sign-in say. */
export const rest = {
  ...customerMessages,
  ...hairMessages,
  ...catalogueMessages,
  ...dealMessages,
  ...failureMessages,
}

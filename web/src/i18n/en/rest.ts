import { productMessages } from './products.ts'
import { dealMessages } from './deal.ts'
import { enquiryMessages } from './enquiry.ts'
import { failureMessages } from './failures.ts'
import { hairMessages } from './hair.ts'

/** The messages of all other screens, and the offer of a new version of the app. */
export const messages = {
  ...enquiryMessages,
  ...hairMessages,
  ...productMessages,
  ...dealMessages,
  ...failureMessages,
  'update.ready': 'A new version of Veni is on this phone.',
  'update.now': 'Update now',
} as const

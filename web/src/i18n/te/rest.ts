import { productMessages } from './products.ts'
import { dealMessages } from './deal.ts'
import { enquiryMessages } from './enquiry.ts'
import { failureMessages } from './failures.ts'
import { hairMessages } from './hair.ts'
import { updateMessages } from './update.ts'

/** The messages of all other screens. */
export const messages = {
  ...enquiryMessages,
  ...hairMessages,
  ...productMessages,
  ...dealMessages,
  ...failureMessages,
  ...updateMessages,
}

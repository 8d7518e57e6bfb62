import { productMessages } from './products.ts'
import { dealMessages } from './deal.ts'
import { enquiryMessages } from './enquiry.ts'
import { failureMessages } from './failures.ts'
import { hairMessages } from './hair.ts'
import { updateMessages } from './update.ts'

/** What all other screens say. */
export const messages = {
  ...enquiryMessages,
  ...hairMessages,
  ...productMessages,
  ...dealMessages,
  ...failureMessages,
  ...updateMessages,
}

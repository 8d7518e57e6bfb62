import { cashPaymentStates } from './cash-payment.ts'
import { deliveriesStates } from './deliveries.ts'
import { enquiryStates } from './enquiry.ts'
import { itemsSettlementStates } from './items-settlement.ts'
import { productStates } from './products.ts'
import { profileStates } from './profile.ts'
import { signInStates } from './sign-in.ts'
import { weighingStates } from './weighing.ts'

/** Every screen in every state, in the order of a visit. Screenshots and accessibility checks use them. */
export const everyState = [
  ...signInStates,
  ...deliveriesStates,
  ...enquiryStates,
  ...weighingStates,
  ...productStates,
  ...cashPaymentStates,
  ...itemsSettlementStates,
  ...profileStates,
]

export const languages = ['en', 'te'] as const

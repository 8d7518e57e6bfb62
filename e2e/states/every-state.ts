import { catalogueStates } from './catalogue.ts'
import { dealStates } from './deals.ts'
import { deliveriesStates } from './deliveries.ts'
import { enquiryStates } from './enquiry.ts'
import { recordStates } from './record.ts'
import { signInStates } from './sign-in.ts'
import { weighingStates } from './weighing.ts'

/** Every screen in every state that a runner may meet, in the order he meets them: for pictures and for the checks of accessibility. */
export const everyState = [
  ...signInStates,
  ...deliveriesStates,
  ...enquiryStates,
  ...weighingStates,
  ...catalogueStates,
  ...dealStates,
  ...recordStates,
]

export const languages = ['en', 'te'] as const

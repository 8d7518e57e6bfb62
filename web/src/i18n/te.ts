/**
 * The Telugu catalogue: what a runner in Telangana or Andhra Pradesh would say aloud, with the
 * English words he uses himself (ఫోటో, క్యాష్, UPI). Counts stand after a colon where Telugu would
 * need a plural; a name is followed by గారు, which takes the case ending.
 */
import type { Messages } from './en.ts'
import { first } from './te/first.ts'
import { rest } from './te/rest.ts'

export const te: Messages = { ...first, ...rest }

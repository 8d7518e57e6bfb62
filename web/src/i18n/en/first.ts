import { commonMessages } from './common.ts'
import { signInMessages } from './sign-in.ts'

/** What the sign-in screens say: all of it is fetched before the first of them is drawn, so it is small. */
export const first = { ...commonMessages, ...signInMessages } as const

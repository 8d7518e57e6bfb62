import { createValueStore } from '../lib/value-store.ts'

/** Send OTP was tapped; the code screen, which brings what asks the portal along, takes it from here. */
export const codeWanted = createValueStore(false)

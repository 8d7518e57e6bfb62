import { createValueStore } from '../lib/value-store.ts'

/** The key of the last code request in session storage (features/sign-in/code-request.ts). */
export const CODE_REQUEST_KEY = 'codeRequest'

/** Set by Send OTP. The code screen makes the request, because the first screen loads without the contract. */
export const isNewCodeNeeded = createValueStore(false)

export function requireNewCode(): void {
  // A reload before the code screen opens must request a code, too.
  sessionStorage.removeItem(CODE_REQUEST_KEY)
  isNewCodeNeeded.set(true)
}

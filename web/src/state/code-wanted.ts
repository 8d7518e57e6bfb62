import { createValueStore } from '../lib/value-store.ts'

/** Under which the tab keeps the code that was asked for (features/sign-in/code-request.ts). */
export const CODE_REQUEST_KEY = 'codeRequest'

/** Send OTP was tapped; the code screen, which brings what asks the portal along, takes it from here. */
export const codeWanted = createValueStore(false)

export function wantCode(): void {
  // A reload before the code screen has come finds nothing asked for either.
  sessionStorage.removeItem(CODE_REQUEST_KEY)
  codeWanted.set(true)
}

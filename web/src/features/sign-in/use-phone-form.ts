import { useState } from 'react'
import { session, storePhone } from '../../state/session.ts'
import { createValueStore } from '../../lib/value-store.ts'

export interface PhoneFormState {
  readonly phone: string
  readonly setPhone: (phone: string) => void
  readonly isEmpty: boolean
  /** The runner has tried to continue without a phone. */
  readonly isMissing: boolean
  readonly submit: () => void
}

/** The login form. It starts with the stored phone, so that signing in again is one tap. */
export function usePhoneForm(onSent: () => void): PhoneFormState {
  const [phone, setPhone] = useState(() => session.get()?.phone ?? '')
  const [hasTried, setHasTried] = useState(false)
  const trimmed = phone.trim()

  function submit() {
    setHasTried(true)
    if (trimmed === '') return
    storePhone(trimmed)
    requireNewCode()
    onSent()
  }

  return { phone, setPhone, isEmpty: trimmed === '', isMissing: hasTried && trimmed === '', submit }
}

/** The key of the last code request in session storage (code-request.ts). */
export const CODE_REQUEST_KEY = 'codeRequest'

/** Set by Send OTP. The code screen makes the request, because the first screen loads without the contract. */
export const isNewCodeNeeded = createValueStore(false)

export function requireNewCode(): void {
  // A reload before the code screen opens must request a code, too.
  sessionStorage.removeItem(CODE_REQUEST_KEY)
  isNewCodeNeeded.set(true)
}

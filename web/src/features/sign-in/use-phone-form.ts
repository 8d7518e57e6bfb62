import { useState } from 'react'
import { requireNewCode } from '../../state/new-code.ts'
import { session, storePhone } from '../../state/session.ts'

export interface PhoneFormState {
  readonly phone: string
  readonly setPhone: (phone: string) => void
  readonly isEmpty: boolean
  /** True once the runner has tried to go on without a phone. */
  readonly isMissing: boolean
  readonly submit: () => void
}

/** The login form; a stored phone is filled in, so that signing in again is one tap (ruling 6). */
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

import { CODE_LENGTH } from '@veni/domain/sign-in'
import { useState } from 'react'
import type { ApiFailure } from '../../api/failure.ts'
import { signIn } from '../../api/sign-in.ts'
import { reportProblem } from '../../lib/report.ts'
import { startSession } from '../../state/session.ts'
import { isCompleteCode } from '../../ui/form/code-digits.ts'
import { useCodeFromSms } from './use-code-from-sms.ts'

/** The message that explains why the sign-in was refused. */
type CodeRefusal = 'otp.wrong' | 'otp.tooMany' | 'otp.failed'

export interface CodeFormState {
  readonly code: string
  readonly setCode: (code: string) => void
  readonly isComplete: boolean
  readonly isVerifying: boolean
  readonly error: CodeRefusal | undefined
  readonly verify: () => Promise<void>
}

/** @param onVerified called after the session has started */
export function useCodeForm(phone: string, onVerified: () => void): CodeFormState {
  const [code, setCode] = useState('')
  const [isVerifying, setVerifying] = useState(false)
  const [error, setError] = useState<CodeRefusal>()
  const isComplete = isCompleteCode(code, CODE_LENGTH)

  async function verify(entered = code) {
    if (!isCompleteCode(entered, CODE_LENGTH) || isVerifying) return
    setVerifying(true)
    try {
      const runner = await signIn(phone, entered)
      if (runner === 'replaced') return
      startSession(phone, runner)
      onVerified()
    } catch (failure) {
      reportProblem('Code not checked', failure)
      setError(refusalOf(failure))
    } finally {
      setVerifying(false)
    }
  }

  function handleCode(next: string) {
    setError(undefined)
    setCode(next)
  }

  useCodeFromSms((received) => {
    handleCode(received)
    void verify(received)
  })

  return { code, setCode: handleCode, isComplete, isVerifying, error, verify }
}

function refusalOf(failure: unknown): CodeRefusal {
  const { detail } = failure as Partial<ApiFailure>
  if (detail?.code === 'wrong-code') return 'otp.wrong'
  return detail?.status === 429 ? 'otp.tooMany' : 'otp.failed'
}

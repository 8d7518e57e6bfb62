import { useEffect, useEffectEvent } from 'react'
import { reportProblem } from '../../lib/report.ts'

/** WebOTP (https://www.w3.org/TR/web-otp): Chrome on Android reads a message whose last line names this host. */
interface CredentialsWithCode {
  get(options: {
    otp: { transport: ['sms'] }
    signal: AbortSignal
  }): Promise<{ readonly code?: string } | null>
}

/**
 * Waits for the code in a message, and asks the runner whether the app may read it. Where the browser cannot do that,
 * or the runner declines, the code is typed.
 */
export function useCodeFromSms(onCode: (code: string) => void): void {
  const take = useEffectEvent(onCode)
  useEffect(() => {
    if (!('OTPCredential' in window)) return undefined
    const waiting = new AbortController()
    const credentials = navigator.credentials as unknown as CredentialsWithCode
    credentials
      .get({ otp: { transport: ['sms'] }, signal: waiting.signal })
      .then((found) => found?.code && take(found.code))
      .catch((error: unknown) => waiting.signal.aborted || reportProblem('Message not read', error))
    return () => waiting.abort()
  }, [])
}

import { useEffect, useState } from 'react'
import { CODE_COUNTDOWN_SECONDS, formatCountdown } from '@veni/domain/sign-in'
import { useTranslate } from '../../i18n/translate.ts'
import { Button } from '../../ui/button/button.tsx'
import { resendCode, requestCodeIfNeeded, useCodeRequest } from './code-request.ts'
import styles from './resend-code.module.css'

export interface ResendCodeProps {
  phone: string
}

/** The countdown, and Resend after it has ended. */
export function ResendCode({ phone }: ResendCodeProps) {
  const t = useTranslate()
  const request = useCodeRequest()
  const secondsLeft = useSecondsLeft(request?.resendAt ?? 0)
  useEffect(() => void requestCodeIfNeeded(phone), [phone])
  return (
    <div className={styles.resend}>
      <span role="timer" className={styles.time}>
        {t('otp.countdown', { time: formatCountdown(secondsLeft) })}
      </span>
      <Button disabled={!request || secondsLeft > 0} onClick={() => void resendCode(phone)}>
        {t('otp.resend')}
      </Button>
    </div>
  )
}

/**
 * Whole seconds until a deadline. Each tick reads the clock, so that the value is right after the phone slept.
 * @param deadline ms since 1970
 * @returns 0 to {@link CODE_COUNTDOWN_SECONDS}
 */
function useSecondsLeft(deadline: number): number {
  const [now, setNow] = useState(Date.now)
  const left = Math.ceil((deadline - now) / 1_000)
  // The last tick can be older than the request, whose countdown then begins with this render.
  const seconds = Math.min(Math.max(left, 0), CODE_COUNTDOWN_SECONDS)

  useEffect(() => {
    if (seconds === 0) return undefined
    const untilNextSecond = Math.max(1, (deadline - Date.now()) % 1_000 || 1_000)
    const tick = () => {
      const time = Date.now()
      // A clock that was set back must not disable Resend for hours.
      const isSetBack = deadline - time > CODE_COUNTDOWN_SECONDS * 1_000
      setNow(isSetBack ? deadline : time)
    }
    const timer = setTimeout(tick, untilNextSecond)
    return () => clearTimeout(timer)
  }, [deadline, now, seconds])

  return seconds
}

import { useEffect } from 'react'
import { formatCountdown } from '@veni/domain/sign-in'
import { useTranslate } from '../../i18n/translate.ts'
import { Button } from '../../ui/button/button.tsx'
import { askAgain, askIfWanted, useCodeRequest } from './code-request.ts'
import styles from './resend-code.module.css'
import { useSecondsLeft } from './use-seconds-left.ts'

export interface ResendCodeProps {
  phone: string
}

/** The countdown, and Resend once it is over. */
export function ResendCode({ phone }: ResendCodeProps) {
  const t = useTranslate()
  const request = useCodeRequest()
  const secondsLeft = useSecondsLeft(request?.resendAt ?? 0)
  useEffect(() => void askIfWanted(phone), [phone])
  return (
    <div className={styles.resend}>
      <span role="timer" className={styles.time}>
        {t('otp.countdown', { time: formatCountdown(secondsLeft) })}
      </span>
      <Button disabled={!request || secondsLeft > 0} onClick={() => void askAgain(phone)}>
        {t('otp.resend')}
      </Button>
    </div>
  )
}
